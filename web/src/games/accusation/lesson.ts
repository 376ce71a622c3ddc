import type { Lesson } from '../../lib/lesson';
import type { Table } from './cards';

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
  bot: 'scripted',
  steps: [
    {
      say: {
        en: 'Three victory points win: the stars. You get them by playing a card in secret and not being caught, or by catching others.',
        fr: 'Trois points de victoire gagnent : les étoiles. On les obtient en jouant une carte en secret sans être pris, ou en prenant les autres.',
      },
      at: '.own [data-seat]',
    },
    {
      say: {
        en: 'Each round begins with income: one token on a Ministry. Tokens pay for abilities and accusations. Put it on I, Intelligence, then Ready.',
        fr: 'Chaque manche commence par le revenu : un jeton sur un ministère. Les jetons paient capacités et accusations. Posez-le sur I, le renseignement, puis Prêt.',
      },
      at: '.hands',
      only: ['alloc I'],
      when: asked('alloc'),
    },
    {
      say: {
        en: 'Between the steps there is a moment for abilities: those that you can pay are lit. Touch any to read it. For now, pass.',
        fr: 'Entre les étapes vient un moment pour les capacités : celles que vous pouvez payer sont allumées. Touchez-en une pour la lire. Pour l’instant, passez.',
      },
      at: '.own, .hands .bar',
      only: ['pass'],
      when: asked('open'),
    },
    {
      say: {
        en: 'Now everyone adds a card to the pile in secret, and one comes from the World Deck. #20 pays 3 tokens if nobody catches you, and costs you if they do. Choose it.',
        fr: 'Chacun ajoute une carte à la pile en secret, et une vient de la Pioche mondiale. #20 rapporte 3 jetons si nul ne vous prend, et coûte sinon. Choisissez-la.',
      },
      at: '.hands',
      only: ['select 20'],
      when: asked('select'),
    },
    {
      say: {
        en: 'Your Tracker keeps what you played; nobody else can see it. The pile is about to be shuffled. Pass again.',
        fr: 'Votre Registre garde ce que vous avez joué ; nul autre ne le voit. La pile va être mélangée. Passez encore.',
      },
      at: '.tracker, .hands .bar',
      only: ['pass'],
      when: asked('plan'),
    },
    {
      say: {
        en: '#4 has Success and Failure. Whoever played it gets Success, unless somebody accuses them. Who accuses wrongly suffers Failure. You know nothing yet: pass.',
        fr: '#4 a Succès et Échec. Qui l’a joué reçoit le Succès, sauf s’il est accusé. Qui accuse à tort subit l’Échec. Vous ne savez rien encore : passez.',
      },
      at: '[data-place="event"], .hands .bar',
      only: ['pass'],
      when: asked('turn', 4),
    },
    {
      say: {
        en: '{1} accused you, {2} accused {1}, and both were wrong: the card came from the World Deck. Each time everyone is asked whether it was theirs, so that nobody can tell. Decline.',
        fr: '{1} vous a accusé, {2} a accusé {1}, et tous deux à tort : la carte venait de la Pioche mondiale. Chaque fois on demande à tous si elle est à eux, pour que nul ne devine. Renoncez.',
      },
      at: '.hands',
      only: ['decline'],
      when: asked('success', 4),
    },
    {
      say: {
        en: '#20 is yours! The others have spent their tokens and cannot accuse. Say nothing: pass.',
        fr: '#20 est à vous ! Les autres ont dépensé leurs jetons et ne peuvent plus accuser. Ne dites rien : passez.',
      },
      at: '[data-place="event"], .hands .bar',
      only: ['pass'],
      when: asked('turn', 20),
    },
    {
      say: {
        en: 'Nobody caught you. Take Success: it shows everyone that the card was yours, but it pays.',
        fr: 'Nul ne vous a pris. Prenez le Succès : tous verront que la carte était à vous, mais cela paie.',
      },
      at: '.hands',
      only: ['claim'],
      when: asked('success', 20),
    },
    {
      say: {
        en: 'Three tokens of your choice: one on M, two on I.',
        fr: 'Trois jetons à votre choix : un sur M, deux sur I.',
      },
      at: '.hands',
      only: ['alloc MII'],
      when: asked('alloc', 20),
    },
    {
      say: {
        en: '#38 is worth a victory point. Who played it? In your turn you may use abilities too. Wiretap, under I, shows you a Tracker for 2 tokens: use it on {2}.',
        fr: '#38 vaut un point de victoire. Qui l’a jouée ? À votre tour, les capacités servent aussi. L’Écoute téléphonique, sous I, vous montre un Registre pour 2 jetons : utilisez-la sur {2}.',
      },
      at: '.own [data-ministry="I"], .own [data-ability="wiretap"], .hands .bar',
      only: ['use wiretap {2}'],
      when: asked('turn', 38),
    },
    {
      say: {
        en: 'It was {2}: only you know. Accuse {2}. The bar tells what happens if you are right, wrong, or denied.',
        fr: 'C’était {2} : vous seul le savez. Accusez {2}. La barre dit ce qui arrive si c’est juste, faux ou démenti.',
      },
      at: '.hands',
      only: ['accuse {2}'],
      when: tapped,
    },
    {
      say: {
        en: 'An accusation costs 1 token, then 2, 3, 4, 5 within a round, and more with BAD REP. Pay with either token.',
        fr: 'Une accusation coûte 1 jeton, puis 2, 3, 4, 5 dans une manche, et plus avec une MAUVAISE RÉPUTATION. Payez avec l’un ou l’autre.',
      },
      at: '.hands',
      only: ['pay M', 'pay I'],
      when: asked('payment', 38),
    },
    {
      say: {
        en: 'A point! The accuser gets Success, the one who was caught Failure. Five BAD REP remove a player. Note your suspicions on the pad; and with 2 tokens on I you can deny.',
        fr: 'Un point ! L’accusateur reçoit le Succès, le démasqué l’Échec. Cinq MAUVAISE RÉPUTATION éliminent. Notez vos soupçons dans le carnet ; et avec 2 jetons sur I on peut démentir.',
      },
      at: '.own [data-seat]',
      when: scored,
    },
  ],
};
