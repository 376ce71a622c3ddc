/** Accusation's cards as the page draws them, in the language of the page: names and texts come from
 * the server, which makes them of the card data. */
import { books } from '../../lib/book.svelte';
import { compose, type Emblem, type Figure, type Frame } from '../../lib/emblem';
import { fill, lang } from '../../lib/lang.svelte';
import type { Match } from '../../lib/match.svelte';
import type { Views } from '../../lib/protocol';
import type { Letter } from './tokens';

export type View = Views['accusation'];
export type Table = Match<View>;
export type Card = View['revealed'][number];
export type Section = 'special' | 'world' | 'country' | 'success' | 'failure';

type Effect = [string, ...unknown[]];
export interface Part {
  section: Section;
  effects: Effect[];
  /** One text for each effect. */
  lines: string[];
  /** What the Speaker may take of it, or nothing. */
  half: string;
  /** The texts of a choice. */
  choices: string[];
}
export interface Face {
  id: number | string;
  /** `#12`; Public Works have no number outside their owner's hand. */
  number: string;
  name: string;
  quote: string;
  text: string;
  parts: Part[];
  works: boolean;
  /** The figure that its data names, if it does. */
  emblem?: string;
}
export interface Ability {
  id: string;
  name: string;
  text: string;
  ministry: Letter;
  cost: number;
  when: 'any' | 'plan' | 'reveal' | 'accused';
  limit: 'none' | 'round';
  emblem?: string;
  does: string[];
}
export interface Country {
  id: string;
  name: string;
  text: string;
  /** The ability that it changes, and its name. */
  replaces: string;
  line: string;
  cost: number;
}
type Listed = { kind: string } & Face & Ability & Country;
type Words = Record<'ministry' | 'refusal' | 'card', Record<string, string>>;

const listed = (): Listed[] => (books.of('accusation')?.cards[''] as Listed[] | undefined) ?? [];
const words = (): Partial<Words> => (books.of('accusation')?.words as Words | undefined) ?? {};
const of = (kind: string): Listed[] => listed().filter((card) => card.kind === kind);

export function face(card: Card): Face {
  const found = listed().find((one) => one.id === card && (one.parts as unknown) !== undefined);
  const works = card === 'PW' || found?.kind === 'works';
  const kind = words().card?.works_card ?? '';
  if (card === 'PW' || !found) {
    const name = card === 'PW' ? kind : '';
    const text = card === 'PW' ? (words().card?.works_text ?? '') : '';
    const number = card === 'PW' ? '' : `#${card}`;
    return { id: card, number, name, quote: '', text, parts: [], works };
  }
  const quote = works ? kind : found.quote;
  return { ...found, number: works ? '' : `#${card}`, quote, works };
}

/** What suits a card that is about a Ministry, or about none. */
const FIGURES: Record<Letter | '*', readonly Figure[]> = {
  M: ['helmet', 'cannon', 'missile', 'ship', 'shield'],
  E: ['coin', 'chart', 'factory', 'scales'],
  D: ['bird', 'handshake', 'quill', 'flag'],
  I: ['eye', 'key', 'bug', 'radar'],
  R: ['flask', 'atom', 'gear', 'lamp'],
  '*': ['globe', 'scroll', 'map', 'crowd'],
};
const FRAMES: Record<Section, Frame> = {
  country: 'shield',
  world: 'disc',
  success: 'sheet',
  failure: 'sheet',
  special: 'eight',
};
const WORKS: readonly Figure[] = ['column', 'bridge', 'crate', 'train', 'tower', 'wheel', 'pipe'];

/** Every word in the effects of a card: operations and Ministries. */
const said = (effects: unknown[]): string[] =>
  effects.flatMap((one) => (Array.isArray(one) ? said(one) : typeof one === 'string' ? [one] : []));

/** An Event's drawing, and the colour of the Ministry that it is most about. */
export function drawn({ id, parts, works, emblem }: Face): { emblem: Emblem; tone: string } {
  const all = said(parts.flatMap((part) => part.effects));
  const about = all.find((word): word is Letter => 'MEDIR'.includes(word) && word.length === 1);
  return {
    emblem: compose({
      id,
      frame: works ? 'lozenge' : FRAMES[parts[0]?.section ?? 'special'],
      emblem,
      figures: works ? WORKS : FIGURES[about ?? '*'],
      does: works ? [] : all,
    }),
    tone: works ? 'var(--soft)' : `var(--min-${about ?? 'any'})`,
  };
}
export const drawnAbility = ({ id, ministry, emblem, does }: Ability): Emblem =>
  compose({ id, frame: 'eight', emblem, figures: FIGURES[ministry], does });

/** Every Event and Public Works card. */
export const events = (): Face[] =>
  listed()
    .filter((card) => card.kind === 'event' || card.kind === 'works')
    .map((card) => face(card.id as Card));

/** `#12 Honorary Degree Scandal`. */
export const title = (card: Card): string => {
  const { number, name } = face(card);
  return `${number} ${name}`.trim();
};

/** The same in few letters. */
export const short = (card: Card): string => face(card).number || 'PW';

export const ministry = (letter: Letter): string => words().ministry?.[letter] ?? letter;

export const countries = (): Country[] => of('country');
export const country = (key: string | null): Country | null =>
  countries().find((one) => one.id === key) ?? null;

/** The abilities in the order of the rules, as a country has them (AC-111). */
export function abilities(of_: string | null): Ability[] {
  const own = country(of_);
  return of('ability').map((ability) =>
    own?.replaces === ability.id ? { ...ability, text: own.text, cost: own.cost } : ability,
  );
}

/** Where the rulebook says so, for the reasons that the page gives before it asks (legal.py). */
const RULES: Record<string, string> = {
  not_accused: 'AC-104',
  only_plan: 'AC-103',
  only_reveal: 'AC-105',
  only_speaker: 'AC-88',
  not_now: 'AC-101',
  unaffordable: 'AC-100',
  once_a_round: 'AC-110',
  pointless: 'AC-109',
};

/** Why not, in the server's own words, with the rule's number. */
export const refusal = (code: string, values: Record<string, number> = {}): string =>
  `${fill(words().refusal?.[code] ?? '', values, lang.now)} [${RULES[code] ?? 'AC-109'}]`;
