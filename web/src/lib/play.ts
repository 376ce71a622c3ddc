/** A table against bots, without a form: *Play now*. */
import { loadTable } from '../games';
import { api } from './api';
import { usual } from './levels';
import { me } from './me.svelte';
import type { GameInfo, TableInfo } from './protocol';

/** What it needs of the page comes while it is being made. */
export async function againstBots(game: GameInfo): Promise<TableInfo> {
  void loadTable(game.id);
  await me.beSomebody();
  const bot = usual(game.bots);
  return api.make({ game: game.id, seats: game.usual ?? game.seats[0]!, begin: true, bot });
}
