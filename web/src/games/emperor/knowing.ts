/** What I know of identity cards, and how I know it. The view says what is known; the log says why. */
import type { Entry } from '../../lib/match.svelte';
import type { EmperorView } from '../../lib/protocol';

export type How = 'own' | 'open' | 'looked' | 'gave' | 'unknown' | 'told';
export interface Known {
  face: string | null;
  how: How;
  /** The round in which I learned it; 0 if it does not matter. */
  round: number;
  /** Others who have seen this card, and know it still. */
  seenBy: number[];
}
type Source = { how: How; round: number };

/** Where my knowledge of cards of others comes from: a look, or a Swap in which I gave the card. It
 * follows the card through a Swap and ends with a Shuffle. */
function sources(log: readonly Entry[], me: number): Map<string, Source> {
  const found = new Map<string, Source>();
  let round = 0;
  for (const { kind, data } of log) {
    if (kind === 'round') round = data.round as number;
    else if (kind === 'saw') found.set(`${data.target}:${data.slot}`, { how: 'looked', round });
    else if (kind === 'shuffled') for (const slot of [0, 1, 2]) found.delete(`${data.who}:${slot}`);
    else if (kind === 'swap' || kind === 'swap_unseen') {
      const one = `${data.who}:${data.own}`;
      const other = `${data.target}:${data.slot}`;
      const went = data.who === me ? ({ how: 'gave', round } as const) : found.get(one);
      const came = data.target === me ? ({ how: 'gave', round } as const) : found.get(other);
      for (const [place, source] of [
        [other, went],
        [one, came],
      ] as const) {
        if (source) found.set(place, source);
        else found.delete(place);
      }
    }
  }
  return found;
}

/** All cards on the table, by seat and slot. */
export function knowledge(view: EmperorView, log: readonly Entry[]): Known[][] {
  const why = sources(log, view.seat);
  return view.cards.map((cards, seat) =>
    cards.map((face, slot) => {
      const seenBy = view.eyes.flatMap((eyes, viewer) =>
        viewer !== view.seat && eyes.some(([owner, at]) => owner === seat && at === slot)
          ? [viewer]
          : [],
      );
      const open = view.face_up[seat]?.[slot] ?? false;
      const source = why.get(`${seat}:${slot}`);
      const how: How =
        face === null
          ? 'unknown'
          : open
            ? 'open'
            : seat === view.seat
              ? 'own'
              : (source?.how ?? 'open');
      return { face, how, round: how === 'looked' || how === 'gave' ? source!.round : 0, seenBy };
    }),
  );
}

/** All cards as they are: in a replay, from what everyone knows of their own. */
export function truth(view: EmperorView, everything: readonly EmperorView[]): Known[][] {
  const cards = everything.map((own, seat) => own.cards[seat]!);
  return knowledge({ ...view, cards }, []).map((rack, seat) =>
    rack.map((known, slot) =>
      view.face_up[seat]?.[slot] ? known : { ...known, how: 'told', round: 0 },
    ),
  );
}

/** What my notes say beyond the cards that I can tell one by one: "at least one R among these". */
export function atLeast(view: EmperorView, seat: number): { face: 'L' | 'R'; least: number }[] {
  const shown = view.cards[seat] ?? [];
  return (['L', 'R'] as const).flatMap((face, i) => {
    const least = view.notes[seat]?.[i] ?? 0;
    return least > shown.filter((known) => known === face).length ? [{ face, least }] : [];
  });
}
