import type { Lesson } from '../../lib/lesson';
import type { Table } from './cards';
import { teacher } from './taught';

type Seen = (match: Table) => boolean;
const asked =
  (kind: string, card = 0): Seen =>
  (match) =>
    match.ask?.kind === kind && (match.state?.view.event?.card ?? 0) === card;
const tapped: Seen = (match) =>
  asked('turn', 38)(match) && match.log.some(({ kind }) => kind === 'tapped_card');
const scored: Seen = (match) => (match.state?.view.vp[0] ?? 0) > 0;

/** On this seed #4 comes from the World Deck and both others accuse wrongly; then comes the learner's
 * own #20, which nobody can pay to accuse; then #38, which {2} played. */
export const lesson: Lesson = {
  seats: 3,
  options: { windows: 'fast' },
  seed: 'accusation 26',
  bot: 'normal',
  steps: [
    {
      say: teacher.three_victory_points,
      at: '.own [data-seat]',
    },
    {
      say: teacher.each_round_begins,
      at: '.hands',
      only: ['alloc I'],
      when: asked('alloc'),
    },
    {
      say: teacher.between_the_steps,
      at: '.own, .hands .bar',
      only: ['pass'],
      when: asked('open'),
    },
    {
      say: teacher.now_everyone_adds,
      at: '.hands',
      only: ['select 20'],
      when: asked('select'),
    },
    {
      say: teacher.your_tracker_keeps,
      at: '.tracker, .hands .bar',
      only: ['pass'],
      when: asked('plan'),
    },
    {
      say: teacher.has_success,
      at: '[data-place="event"], .hands .bar',
      only: ['pass'],
      when: asked('turn', 4),
    },
    {
      say: teacher.accused_you_accused,
      at: '.hands',
      only: ['decline'],
      when: asked('success', 4),
    },
    {
      say: teacher.is_yours,
      at: '[data-place="event"], .hands .bar',
      only: ['pass'],
      when: asked('turn', 20),
    },
    {
      say: teacher.nobody_caught_you,
      at: '.hands',
      only: ['claim'],
      when: asked('success', 20),
    },
    {
      say: teacher.three_tokens_of,
      at: '.hands',
      only: ['alloc MII'],
      when: asked('alloc', 20),
    },
    {
      say: teacher.is_worth,
      at: '.own [data-ministry="I"], .own [data-ability="wiretap"], .hands .bar',
      only: ['use wiretap {2}'],
      when: asked('turn', 38),
    },
    {
      say: teacher.it_was_only,
      at: '.hands',
      only: ['accuse {2}'],
      when: tapped,
    },
    {
      say: teacher.an_accusation_costs,
      at: '.hands',
      only: ['pay M', 'pay I'],
      when: asked('payment', 38),
    },
    {
      say: teacher.a_point_the,
      at: '.own [data-seat]',
      when: scored,
    },
  ],
};
