/** What a reveal is made of: moments that a table would look up for, from the events of one update. */
import type { Entry } from './match.svelte';

/** Something that travels over the table, from one named place (`data-place`) to another. */
export interface Flight {
  from: string;
  to: string;
  shape: string;
  count?: number;
}

export interface Beat {
  /** What it tells. */
  entries: readonly Entry[];
  /** How long it takes, in milliseconds at the normal pace. */
  ms: number;
  /** What is read, aloud or as a list: the same words in the same order however it is shown. */
  lines: readonly string[];
  /** The picture says it all: its lines are read aloud only. */
  drawn?: boolean;
  /** A word across the table. */
  banner?: string;
  /** Whom it is about: who does it, and to whom. */
  who?: number;
  whom?: number;
  flights?: readonly Flight[];
  /** Beats with the same key are one picture that changes. */
  key?: string;
  /** What the game's own `Scene` draws. */
  picture?: unknown;
}

/** How long each kind of public event takes to be told, in milliseconds; others are no drama. */
export type Lengths = Readonly<Record<string, number>>;

export const LONGEST = 8000; // a whole curtain

export const lengthOf = (entries: readonly { kind: string }[], lengths: Lengths): number =>
  Math.min(
    LONGEST,
    entries.reduce((sum, { kind }) => sum + (lengths[kind] ?? 0), 0),
  );

/** A beat that tells one event, for as long as its kind takes. */
export const tell = (entry: Entry, lengths: Lengths, more: Partial<Beat> = {}): Beat => ({
  entries: [entry],
  ms: lengths[entry.kind] ?? 0,
  lines: entry.lines,
  ...more,
});
