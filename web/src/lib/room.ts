/** Every game has a room of its own around the same table: its colours, backdrop and card backs stand in
 * the game's `room.css` and hold as long as one is in it. */
export function enter(game: string): () => void {
  document.documentElement.dataset.room = game;
  return () => delete document.documentElement.dataset.room;
}
