/** What a round with given orders would come to: the resolution of the rules (TR-13…TR-36) as
 * formulas, for the what-if helper. The match itself is judged by the server alone. */
export type Kind = 'attack' | 'defend' | 'support' | 'loot' | 'pass';
export const KINDS: readonly Kind[] = ['attack', 'defend', 'support', 'loot', 'pass'];

export interface Order {
  kind: Kind;
  target?: number | null;
}
export interface Setting {
  supply: readonly number[];
  spoils: readonly number[]; // gifts received
  stash: number;
  remainder?: 'removed' | 'kept'; // TR-A10
  outsiders?: 'downstream' | 'snapshot'; // TR-A25
}
export interface Support {
  from: number;
  path: number[]; // whom it comes to, one after the other
  lands: number | null; // null: it runs in a circle and is lost (TR-A5)
}
export interface Attack {
  from: number;
  to: number;
  value: number;
  defence: number;
  looter: boolean;
  wins: boolean;
}
export interface Result {
  kinds: Kind[]; // after judging: what is not valid is a Pass (TR-9)
  supports: Support[];
  supporters: number[];
  share: number | null; // for each looter; null if nobody loots
  attacks: Attack[];
  supply: number[]; // after everything is banked (TR-11)
  stash: number;
  removed: number;
}

export const aims = (kind: Kind): boolean => kind === 'attack' || kind === 'support';
export const costs = (kind: Kind): boolean =>
  kind === 'attack' || kind === 'defend' || kind === 'loot';

const NOBODY = -1;

export function resolve(orders: readonly Order[], setting: Setting): Result {
  const seats = orders.map((_, seat) => seat);
  const supply = [...setting.supply];
  let removed = 0;

  // TR-9, TR-13, TR-18, TR-20, TR-23, TR-A33
  const target = orders.map((order) => order.target ?? NOBODY);
  const kinds = orders.map(({ kind }, seat): Kind => {
    const someone = target[seat] !== seat && seats.includes(target[seat]!);
    const valid = (!aims(kind) || someone) && (!costs(kind) || supply[seat]! > 0);
    return valid ? kind : 'pass';
  });

  const supports = seats
    .filter((seat) => kinds[seat] === 'support')
    .map((seat) => walk(seat, kinds, target));
  const supporters = seats.map((seat) => supports.filter(({ lands }) => lands === seat).length);

  // TR-23, TR-24, TR-30
  const looters = seats.filter((seat) => kinds[seat] === 'loot');
  const share = looters.length ? Math.floor(setting.stash / looters.length) : null;
  const base = seats.map((seat) => setting.spoils[seat]! + (looters.includes(seat) ? share! : 0));
  if (share !== null) removed += setting.stash - share * looters.length;

  // TR-14…TR-16, TR-19, TR-28, TR-31
  const attacks = seats
    .filter((seat) => kinds[seat] === 'attack')
    .map((from): Attack => {
      const to = target[from]!;
      const defence = kinds[to] === 'defend' ? supporters[to]! : 0;
      const looter = kinds[to] === 'loot';
      const value = supporters[from]!;
      return { from, to, value, defence, looter, wins: looter || value > defence };
    });
  const victim = seats.map((seat) => attacks.find((a) => a.from === seat && a.wins)?.to ?? NOBODY);
  const robbers = seats.map((seat) => seats.filter((from) => victim[from] === seat));

  // TR-32, TR-33
  const coin = seats.map(() => 0);
  for (const seat of seats) {
    const count = robbers[seat]!.length;
    if (count > 0 && supply[seat]! >= count) {
      supply[seat]! -= count;
      for (const robber of robbers[seat]!) coin[robber] = 1;
    } else if (count > 0) {
      removed += supply[seat]!;
      supply[seat] = 0;
    }
  }

  const spoils = flow(base, coin, victim, robbers, setting);
  removed += spoils.removed;
  return {
    kinds,
    supports,
    supporters,
    share,
    attacks,
    supply: supply.map((coins, seat) => coins + spoils.final[seat]!),
    stash: share === null ? setting.stash : 0,
    removed,
  };
}

/** TR-21, TR-29: support passes on along supporters. */
function walk(from: number, kinds: readonly Kind[], target: readonly number[]): Support {
  const path = [target[from]!];
  while (kinds[path.at(-1)!] === 'support') {
    const next = target[path.at(-1)!]!;
    const circle = path.includes(next);
    path.push(next);
    if (circle) return { from, path, lands: null };
  }
  return { from, path, lands: path.at(-1)! };
}

/** TR-34…TR-36: Spoils go from each victim to its robbers, along chains and around circles. */
function flow(
  base: readonly number[],
  coin: readonly number[],
  victim: readonly number[],
  robbers: readonly number[][],
  { remainder = 'removed', outsiders = 'downstream' }: Setting,
): { final: number[]; removed: number } {
  const seats = base.map((_, seat) => seat);
  const final = seats.map(() => 0);
  const handed = seats.map(() => 0); // what each robber from outside a circle gets of a seat's Spoils
  let removed = 0;

  const split = (seat: number, coins: number, among: number): number => {
    const each = Math.floor(coins / among);
    if (remainder === 'kept') final[seat]! += coins - each * among;
    else removed += coins - each * among;
    return each;
  };

  const circle = seats.filter((seat) => returns(seat, victim));
  const shared = new Map(
    circle.map((seat) => [seat, split(seat, base[seat]!, robbers[seat]!.length)]),
  );
  for (const seat of circle) {
    const gain = coin[seat]! + shared.get(victim[seat]!)!; // TR-A24
    const outside = robbers[seat]!.length - 1;
    handed[seat] = shared.get(seat)!;
    if (outside === 0 || outsiders === 'snapshot') final[seat]! += gain;
    else handed[seat]! += split(seat, gain, outside); // TR-A25
  }

  const settled = new Set(circle);
  const settle = (seat: number): void => {
    if (settled.has(seat)) return;
    settled.add(seat);
    const from = victim[seat]!;
    if (from !== NOBODY) settle(from); // TR-35: the victim before its robbers
    const all = base[seat]! + coin[seat]! + (from === NOBODY ? 0 : handed[from]!);
    if (robbers[seat]!.length) handed[seat] = split(seat, all, robbers[seat]!.length);
    else final[seat]! += all;
  };
  seats.forEach(settle);
  return { final, removed };
}

/** Whether the attacks that start here lead back here. */
function returns(seat: number, victim: readonly number[]): boolean {
  let at = victim[seat]!;
  for (let steps = 0; at !== NOBODY && steps < victim.length; steps++) {
    if (at === seat) return true;
    at = victim[at]!;
  }
  return false;
}
