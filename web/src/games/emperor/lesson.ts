import type { Lesson } from '../../lib/lesson';
import type { Match } from '../../lib/match.svelte';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
const asked = (kind: string) => (match: Match<any>) => match.ask?.kind === kind;

/** The learner is a Rebel two seats from the Emperor, who is {4}: three turns to his death. */
export const lesson: Lesson = {
  seats: 5,
  options: { start_hand: 2 },
  seed: 'emperor lesson 2066',
  bot: 'scripted',
  steps: [
    {
      say: {
        en: '{4} wears the crown: everybody knows the Emperor. Rebels want him dead, Loyalists want him to live. Who is who is secret.',
        fr: '{4} porte la couronne : tout le monde connaît l’Empereur. Les Rebelles veulent sa mort, les Loyalistes sa vie. Qui est qui reste secret.',
      },
      at: '[data-seat="4"]',
    },
    {
      say: {
        en: 'These three cards are who you are, and the majority counts: two R, so you are a Rebel. The others see only their backs.',
        fr: 'Ces trois cartes disent qui vous êtes, et la majorité compte : deux R, vous êtes donc Rebelle. Les autres n’en voient que le dos.',
      },
      at: '[data-part="identity"]',
    },
    {
      say: {
        en: 'Before every turn there is a window: anybody may cast an Instinct card. It looks the same to everybody, whatever they hold. You hold none: pass.',
        fr: 'Avant chaque tour s’ouvre une fenêtre : chacun peut jouer un Instinct. Elle est la même pour tous, quoi qu’ils aient en main. Vous n’en avez pas : passez.',
      },
      at: '.bar',
      only: ['pass'],
      when: asked('slot'),
    },
    {
      say: {
        en: 'There are many windows. Arm “Pass until my turn”: a standing order that nobody else sees.',
        fr: 'Il y a beaucoup de fenêtres. Activez « Passer jusqu’à mon tour » : un ordre permanent que personne d’autre ne voit.',
      },
      at: '[data-part="orders"]',
      only: ['pass'],
      until: asked('main'),
    },
    {
      say: {
        en: 'Your turn, and a card was drawn for you. Choose Investigate, then the first card of {3}, and confirm.',
        fr: 'À vous ; vous avez pioché une carte. Choisissez Enquêter, puis la première carte de {3}, et confirmez.',
      },
      at: '.hands, [data-seat="3"]',
      only: ['investigate {3}#0'],
      when: asked('main'),
    },
    {
      say: {
        en: 'One Loyalist card of three. The eye says that you looked: all know that, and only you know what you saw. Tap a player at any time to read all that you know of them.',
        fr: 'Une carte Loyaliste sur trois. L’œil dit que vous avez regardé : tous le savent, vous seul savez ce que vous avez vu. Touchez un joueur pour lire tout ce que vous savez de lui.',
      },
      at: '[data-seat="3"]',
      when: asked('discard'),
    },
    {
      say: {
        en: 'At the end of your turn you keep two cards. Tap a Transposition to discard it, and confirm.',
        fr: 'À la fin de votre tour vous gardez deux cartes. Touchez une Transposition pour la défausser, et confirmez.',
      },
      at: '.hands',
      only: ['discard transposition'],
      when: asked('discard'),
    },
    {
      say: {
        en: 'Arm “Pass until my turn” again and watch the ring: it will not stay as it is.',
        fr: 'Activez à nouveau « Passer jusqu’à mon tour » et regardez le cercle : il ne restera pas ainsi.',
      },
      at: '[data-part="orders"]',
      only: ['pass'],
      until: asked('main'),
    },
    {
      say: {
        en: 'A seal on {1}: {3} condemned {1}. It kills at the end of the next turn of {3}, unless somebody blocks it.',
        fr: 'Un sceau sur {1} : {3} l’a condamné. Il tue à la fin du prochain tour de {3}, sauf si quelqu’un le bloque.',
      },
      at: '[data-seat="1"]',
      when: asked('main'),
    },
    {
      say: {
        en: 'Now move. Play Transposition with {2}: you will sit beside the Emperor, and {2} has no turn in this round.',
        fr: 'Bougez maintenant. Jouez Transposition avec {2} : vous serez à côté de l’Empereur, et {2} n’aura pas de tour dans cette manche.',
      },
      at: '.hands, [data-seat="2"]',
      only: ['transposition {2}'],
      when: asked('main'),
    },
    {
      say: {
        en: 'Everybody else stayed where they were. Pass until it is your turn again.',
        fr: 'Tous les autres sont restés à leur place. Passez jusqu’à votre prochain tour.',
      },
      at: '.bar, [data-part="orders"], [data-seat="0"]',
      only: ['pass'],
      until: asked('main'),
    },
    {
      say: {
        en: 'A Rebel beside the Emperor may condemn him; nobody else may. Play Condemn on {4}. All will know then what you are.',
        fr: 'Un Rebelle assis à côté de l’Empereur peut le condamner ; personne d’autre. Jouez Condamnation sur {4}. Tous sauront alors qui vous êtes.',
      },
      at: '.hands, [data-seat="4"]',
      only: ['condemn {4}'],
      when: asked('main'),
    },
    {
      say: {
        en: 'It falls at the end of the Emperor’s own next turn. Pass, and see whether they can save him.',
        fr: 'Elle frappe à la fin du prochain tour de l’Empereur lui-même. Passez, et voyez s’ils peuvent le sauver.',
      },
      at: '.bar, [data-part="orders"], [data-seat="4"]',
      only: ['pass'],
      until: (match) => match.over !== null,
    },
    {
      say: {
        en: 'The Emperor is dead. You and {2} were the Rebels: you win together, and so would your dead. Tap any card in your hand to read it, and play a real match.',
        fr: 'L’Empereur est mort. Vous et {2} étiez les Rebelles : vous gagnez ensemble, vos morts aussi. Touchez une carte de votre main pour la lire, et jouez une vraie partie.',
      },
      at: '.end',
      when: (match) => match.over !== null,
    },
  ],
};
