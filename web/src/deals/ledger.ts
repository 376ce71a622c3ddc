/** What a ledger says: which deals wait for somebody, whose thread they are of, what was judged just
 * now. It reads what one viewer was shown, and nothing else. */
import { PUBLIC, threadOf } from '../lib/threads';
import type { Promised } from '../lib/replay.svelte';
import type { ShownClaim, ShownClause, ShownDeal, ShownLedger } from '../lib/protocol';

export type Verdict = 'open' | 'kept' | 'broken' | 'void' | 'true' | 'false';

/** An offer that this seat has not answered yet. */
export const waits = (deal: ShownDeal, me: number): boolean =>
  deal.state === 'offered' && deal.to.includes(me) && !deal.accepted.includes(me);

export const mineOpen = (deal: ShownDeal, me: number): boolean =>
  deal.state === 'offered' && deal.by === me;

/** Private talk is one thread per company; a deal lives in the thread of its parties. */
export const threadOfDeal = (deal: ShownDeal, me: number): string =>
  deal.secret ? threadOf({ seat: deal.by, to: deal.to }, me) : PUBLIC;

export const threadOfClaim = (claim: ShownClaim, me: number): string =>
  threadOf({ seat: claim.by, to: claim.to }, me);

const ENDS: Readonly<Record<string, string>> = {
  accept: 'in force',
  decline: 'declined',
  withdraw: 'withdrawn',
  expire: 'expired',
};

export type Group = 'waiting' | 'open' | 'force' | 'past';

export function groupOf(deal: ShownDeal, me: number): Group {
  if (waits(deal, me)) return 'waiting';
  if (deal.state === 'offered') return 'open';
  return deal.state === 'in force' && deal.clauses.some(({ verdict }) => verdict === 'open')
    ? 'force'
    : 'past';
}

/** Something that was open when it was looked at last, and is not any more. */
export type Judged = { verdict: Verdict } & (
  { key: string; deal: ShownDeal; clause: ShownClause } | { key: string; claim: ShownClaim }
);

/** Every verdict, by what it is of. */
export function verdicts(ledger: ShownLedger | null | undefined): Map<string, Verdict> {
  const found = new Map<string, Verdict>();
  for (const deal of ledger?.deals ?? [])
    deal.clauses.forEach((clause, i) => {
      if (clause.verdict) found.set(`${deal.number}/${i}`, clause.verdict as Verdict);
    });
  for (const claim of ledger?.claims ?? [])
    found.set(`claim/${claim.number}`, claim.verdict as Verdict);
  return found;
}

/** What was judged since; what was not known then comes from somewhere else, and is no news. */
export function judged(
  before: ReadonlyMap<string, Verdict>,
  ledger: ShownLedger | null | undefined,
): Judged[] {
  const fresh = (key: string, verdict: string | null): boolean =>
    before.get(key) === 'open' && verdict !== null && verdict !== 'open';
  const clauses = (ledger?.deals ?? []).flatMap((deal) =>
    deal.clauses.map((clause, i) => ({ key: `${deal.number}/${i}`, deal, clause })),
  );
  const claims = (ledger?.claims ?? []).map((claim) => ({ key: `claim/${claim.number}`, claim }));
  return [
    ...clauses
      .filter(({ key, clause }) => fresh(key, clause.verdict))
      .map((one) => ({ ...one, verdict: one.clause.verdict as Verdict })),
    ...claims
      .filter(({ key, claim }) => fresh(key, claim.verdict))
      .map((one) => ({ ...one, verdict: one.claim.verdict as Verdict })),
  ];
}

/** The ledger of a finished match after some step: what had been made by then, and how it had been
 * answered. Nothing says when a verdict fell, so all of them come at the end. */
export function asOf({ ledger, made, last }: Promised, step: number): ShownLedger | null {
  if (!ledger || step >= last) return ledger;
  const past = made.filter((one) => one.step <= step);
  const offered = past.filter(({ what }) => what === 'offer').map(({ number }) => number);
  const claimed = past.filter(({ what }) => what === 'claim').map(({ number }) => number);
  const deals = ledger.deals.filter(({ number }) => offered.includes(number));
  const countered = new Set(deals.map(({ replaces }) => replaces));
  return {
    ...ledger,
    deals: deals.map((deal) => {
      const answers = past.filter(({ what, number }) => what in ENDS && number === deal.number);
      const accepted = answers.filter(({ what }) => what === 'accept').map(({ seat }) => seat!);
      const end = answers.find(({ what }) => what !== 'accept');
      const agreed = accepted.length === deal.to.length;
      const replaced = countered.has(deal.number) ? 'countered' : 'offered';
      return {
        ...deal,
        accepted,
        state: agreed ? 'in force' : end ? ENDS[end.what]! : replaced,
        clauses: deal.clauses.map((clause) => ({ ...clause, verdict: agreed ? 'open' : null })),
      };
    }),
    claims: ledger.claims
      .filter(({ number }) => claimed.includes(number))
      .map((claim) => ({ ...claim, verdict: 'open' })),
    kept: ledger.kept.map(() => 0),
    broken: ledger.broken.map(() => 0),
  };
}
