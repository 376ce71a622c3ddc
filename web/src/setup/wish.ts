/** The settings of a table, as its form has them. */
import type { ChangeTable, GameInfo, TableInfo } from '../lib/protocol';

export type Wish = Required<ChangeTable>;
type Value = Wish['options'][string];

/** What a table of this game has if nobody says otherwise. */
export function usual(game: GameInfo): Wish {
  return {
    seats: game.usual ?? game.seats[0]!,
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
    listed: false,
    spectators: false,
    latecomers: true,
    press: 'all',
    clock: null,
    window: {},
    rhythm: 'normal',
    days: null,
    sealed_deals: false,
  };
}

/** What a table has now. */
export function settingsOf(info: TableInfo): Wish {
  const { options, listed, spectators, latecomers, press, clock, window } = info;
  const rhythm = info.rhythm ?? null;
  const days = info.days ?? null;
  const sealed_deals = info.sealed_deals ?? false;
  const doors = { listed, spectators, latecomers: latecomers ?? false };
  const time = { clock, window, rhythm, days };
  return { seats: info.seats.length, options, ...doors, press, ...time, sealed_deals };
}

/** The options that differ from the game's own: some of those depend on the pace. */
export function chosen(game: GameInfo, options: Wish['options']): Record<string, Value> {
  const own = game.options.filter((option) => options[option.name] !== option.default);
  return Object.fromEntries(own.map((option) => [option.name, options[option.name]!]));
}
