import type { Lesson } from '../../lib/lesson';
import type { Match } from '../../lib/match.svelte';
import { teacher } from './taught';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
const asked = (kind: string) => (match: Match<any>) => match.ask?.kind === kind;

/** The learner is a Rebel two seats from the Emperor, who is {4}: three turns to his death. */
export const lesson: Lesson = {
  seats: 5,
  options: { start_hand: 2 },
  seed: 'emperor lesson 2066',
  bot: 'normal',
  steps: [
    {
      say: teacher.wears_the_crown,
      at: '[data-seat="4"]',
    },
    {
      say: teacher.these_three_cards,
      at: '[data-part="identity"]',
    },
    {
      say: teacher.before_every_turn,
      at: '.bar',
      only: ['pass'],
      when: asked('slot'),
    },
    {
      say: teacher.there_are_many,
      at: '[data-part="passing"]',
      only: ['pass'],
      until: asked('main'),
    },
    {
      say: teacher.your_turn_and,
      at: '.hands, [data-seat="3"]',
      only: ['investigate {3}#0'],
      when: asked('main'),
    },
    {
      say: teacher.one_loyalist_card,
      at: '[data-seat="3"]',
      when: asked('discard'),
    },
    {
      say: teacher.at_the_end,
      at: '.hands',
      only: ['discard transposition'],
      when: asked('discard'),
    },
    {
      say: teacher.pass_again,
      at: '[data-part="passing"]',
      only: ['pass'],
      until: asked('main'),
    },
    {
      say: teacher.a_seal_on,
      at: '[data-seat="1"]',
      when: asked('main'),
    },
    {
      say: teacher.now_move_play,
      at: '.hands, [data-seat="2"]',
      only: ['transposition {2}'],
      when: asked('main'),
    },
    {
      say: teacher.everybody_else_stayed,
      at: '.bar, [data-seat="0"]',
      only: ['pass'],
      until: asked('main'),
    },
    {
      say: teacher.a_rebel_beside,
      at: '.hands, [data-seat="4"]',
      only: ['condemn {4}'],
      when: asked('main'),
    },
    {
      say: teacher.it_falls_at,
      at: '.bar, [data-seat="4"]',
      only: ['pass'],
      until: (match) => match.over !== null,
    },
    {
      say: teacher.the_emperor_is,
      at: '.end',
      when: (match) => match.over !== null,
    },
  ],
};
