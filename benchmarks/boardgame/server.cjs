// boardgame.io's server with its storage in memory, and a game of sealed orders with the same state
// as Truce shows: what everyone has, and every order that was opened. Everyone gives an order, the
// last one opens them all, looters share what lies there. (Attacks and supports are left out.)
const { Server, Origins } = require('boardgame.io/server');
const { ActivePlayers, PlayerView } = require('boardgame.io/core');

function open(G) {
  const orders = Object.keys(G.players).map((player) => G.players[player].order);
  const looters = orders.filter((order) => order === 'loot').length;
  const share = looters ? Math.floor(G.stash / looters) : 0;
  orders.forEach((order, player) => {
    if (order === 'loot') G.supply[player] += share;
    G.players[player] = { order: null };
  });
  G.stash += 1 - share * looters;
  G.past.push(orders.map((order) => ({ kind: order, target: null, valid: true })));
  G.done = [];
  G.round += 1;
}

const Orders = {
  name: 'orders',
  setup: ({ ctx }) => ({
    round: 1,
    stash: 1,
    supply: Array(ctx.numPlayers).fill(3),
    players: Object.fromEntries(ctx.playOrder.map((player) => [player, { order: null }])),
    done: [],
    spoils: Array(ctx.numPlayers).fill(0),
    supporters: Array(ctx.numPlayers).fill(0),
    past: [],
  }),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    order: {
      client: false,
      ignoreStaleStateID: true, // orders are given at the same time
      move: ({ G, ctx, playerID }, what) => {
        G.players[playerID] = { order: what };
        if (!G.done.includes(playerID)) G.done.push(playerID);
        if (G.done.length === ctx.numPlayers) open(G);
      },
    },
  },
};

const server = Server({ games: [Orders], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]) }, () => console.log('ready'));
