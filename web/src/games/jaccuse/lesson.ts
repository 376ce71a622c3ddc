import type { Lesson } from '../../lib/lesson';
import type { Match } from '../../lib/match.svelte';
import type { JAccuseView } from '../../lib/protocol';

type Seen = (match: Match<JAccuseView>) => boolean;
const asked =
  (kind: string): Seen =>
  (match) =>
    match.ask?.kind === kind;
const afterwards: Seen = (match) => (match.state?.view.policies.length ?? 0) > 0;

/** On this seed both networks are red, {2} is black and shows it, and two tens win the run-off. */
export const lesson: Lesson = {
  seats: 5,
  options: { generations: 2 },
  seed: 'jaccuse 158',
  bot: 'scripted',
  steps: [
    {
      say: {
        en: 'Red and black fight for the state. You score by standing with the colour that wins, and nobody knows where anybody stands.',
        fr: 'Rouge et noir se disputent l’État. Vous marquez en étant du côté de la couleur qui gagne, et personne ne sait qui est de quel côté.',
      },
      at: '.ring',
    },
    {
      say: {
        en: 'These are your networks, shared with {1} and {4} and seen by no one else. Both are red: each generation that red wins is worth two points to you at the end.',
        fr: 'Voici vos réseaux, partagés avec {1} et {4} ; personne d’autre ne les voit. Les deux sont rouges : chaque génération gagnée par rouge vous vaudra deux points à la fin.',
      },
      at: '[data-network="mine"]',
    },
    {
      say: {
        en: 'Now pick your secret side: one more point if its colour wins. Choose red, and low, for high cards win elections: tap 3♥, then Ready.',
        fr: 'Choisissez votre parti secret : un point de plus si sa couleur gagne. Prenez rouge et petit, les hautes gagnent les élections : 3♥, puis Prêt.',
      },
      at: '.hands',
      only: ['membership 3♥'],
      when: asked('membership'),
    },
    {
      say: {
        en: 'An election. Everyone opens one card at the same time. If all have one colour, that colour gets a policy. If not, the highest card presides and is discarded; the others come back.',
        fr: 'Une élection. Chacun ouvre une carte en même temps. Si toutes ont la même couleur, elle obtient une politique. Sinon la plus haute préside et est défaussée ; les autres reviennent.',
      },
      at: '.ring',
      when: asked('vote'),
    },
    {
      say: {
        en: 'You want to preside: vote with 10♣. You could change it until everyone is ready.',
        fr: 'Vous voulez présider : votez 10♣. On peut changer jusqu’à ce que tous soient prêts.',
      },
      at: '.hands',
      only: ['vote 10♣'],
      when: asked('vote'),
    },
    {
      say: {
        en: 'A tie for the highest card: all vote again with another one. You have a second ten: 10♦.',
        fr: 'Égalité pour la plus haute : tous votent encore avec une autre carte. Vous avez un second dix : 10♦.',
      },
      at: '.hands',
      only: ['vote 10♦'],
      when: asked('runoff'),
    },
    {
      say: {
        en: 'You are president, and get a token. First a president may parley: both sides swap the same number of cards, unseen. Nobody can refuse, but each chooses what to give.',
        fr: 'Vous présidez et recevez un jeton. D’abord un président peut parlementer : on échange autant de cartes de part et d’autre, sans les voir. Nul ne refuse, mais chacun choisit ce qu’il donne.',
      },
      at: '[data-seat="0"]',
      when: asked('parley'),
    },
    {
      say: {
        en: 'Give away a black card that you do not need: tap 4♣, then {2}, then Ready.',
        fr: 'Donnez une noire dont vous n’avez pas besoin : touchez 4♣, puis {2}, puis Prêt.',
      },
      at: '.hands, [data-seat="2"]',
      only: ['parley 4♣ with {2}'],
      when: asked('parley'),
    },
    {
      say: {
        en: 'And now: j’accuse! {2} voted black both times. Tap {2}, then black, then Ready.',
        fr: 'Et maintenant : j’accuse ! {2} a voté noir les deux fois. Touchez {2}, puis noir, puis Prêt.',
      },
      at: '.hands, [data-seat="2"]',
      only: ['accuse {2} black'],
      when: asked('action'),
    },
    {
      say: {
        en: 'Right! You have the card, {2} had to pick a new side, and you enact a policy; only its colour counts. Play 2♥.',
        fr: 'Juste ! La carte est à vous, {2} a dû choisir un nouveau parti, et vous adoptez une politique : seule sa couleur compte. Jouez 2♥.',
      },
      at: '.hands',
      only: ['enact 2♥'],
      when: asked('enact'),
    },
    {
      say: {
        en: 'One red policy. Five of a colour in a row end the generation: that colour wins it, and everyone whose side has it scores one.',
        fr: 'Une politique rouge. Cinq de suite d’une couleur finissent la génération : cette couleur la gagne, et chaque parti de cette couleur marque un point.',
      },
      at: '[data-part="streak"]',
      when: afterwards,
    },
    {
      say: {
        en: 'Take care: whoever is accused wrongly becomes president instead of you. After three wrong accusations the stability falls, and a shorter streak is enough. Tap here to read what all the signs mean.',
        fr: 'Attention : qui est accusé à tort préside à votre place. Après trois accusations fausses la stabilité baisse, et une série plus courte suffit. Touchez ici pour lire ce que disent les signes.',
      },
      at: '[data-part="troubles"]',
    },
    {
      say: {
        en: 'Memory lists the cards you have seen and where they must be. Show a card or give tokens whenever you like: for deals, bribes and threats. No promise binds.',
        fr: 'La mémoire dit quelles cartes vous avez vues et où elles doivent être. Montrez une carte ou donnez des jetons quand vous voulez : pour un marché, un pot-de-vin, une menace. Aucune promesse n’engage.',
      },
      at: '[data-part="tools"]',
    },
    {
      say: {
        en: 'After the last generation the networks are opened and counted. Most points win, tokens decide a tie. Now you know how to play.',
        fr: 'Après la dernière génération les réseaux sont ouverts et comptés. Le plus de points gagne, les jetons départagent. Vous savez jouer.',
      },
    },
  ],
};
