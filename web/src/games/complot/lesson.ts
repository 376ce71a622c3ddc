/** The first four turns of a match: play, hit, buy, end; then a source, a Rally, and a wall that
 * falls. Which cards lie where follows from the seed. */
import type { Lesson } from '../../lib/lesson';
import type { Table } from './cards.svelte';
import { teacher } from './taught';

const myTurn =
  (turn: number) =>
  (match: Table): boolean => {
    const view = match.state!.view;
    return view.active === 0 && view.phase === 'main' && view.turns[0] === turn - 1;
  };

export const lesson: Lesson = {
  seats: 2,
  options: { first_player: 'host' },
  seed: 'complot lesson 6528',
  bot: 'normal',
  steps: [
    {
      say: teacher.you_and_argue,
      at: '[data-place^="wit-"]',
    },
    {
      say: teacher.your_hand_a,
      at: '[data-place="hand-0"]',
      only: ['play ST1'],
    },
    {
      say: teacher.its_sun_was,
      at: '.turn',
      only: ['play all'],
    },
    {
      say: teacher.fists_attack_nothing,
      at: '[data-place="wit-1"]',
      only: ['hit 1'],
    },
    {
      say: teacher.suns_buy_buy,
      at: '[data-place="slot-2"]',
      only: ['buy slot 2'],
    },
    {
      say: teacher.what_you_buy,
      at: '.turn .end',
      only: ['end'],
    },
    {
      say: teacher.has_played_too,
      at: '.turn',
      only: ['play all'],
      when: myTurn(2),
    },
    {
      say: teacher.and_buy_take,
      at: '[data-place="slot-2"]',
      only: ['buy slot 2'],
    },
    {
      say: teacher.points_that_are,
      at: '.turn .end',
      only: ['end'],
    },
    {
      say: teacher.there_is_the,
      at: '[data-place="hand-0"] [data-card="AV2"]',
      only: ['play AV2'],
      when: myTurn(3),
    },
    {
      say: teacher.it_gives_its,
      at: '[data-place="front-0-AV2"], .turn .end',
      only: ['end'],
    },
    {
      say: teacher.the_guru_has,
      at: '[data-place="hand-0"] [data-card="AV5"]',
      only: ['play AV5'],
      when: myTurn(4),
    },
    {
      say: teacher.three_fists_and,
      at: '.turn',
      only: ['play all'],
    },
    {
      say: teacher.five_fists_enough,
      at: '[data-place="front-1-AV7"]',
      only: ['attack AV7'],
    },
  ],
};
