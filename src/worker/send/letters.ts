import { z } from 'zod'
import { type Annonce, factsOf } from '../../text/annonce.ts'
import { longDate } from '../../text/french_date.ts'
import { tokenLifetimes } from '../../text/token_lifetimes.ts'

const Announced: z.ZodType<Annonce> = z.object({
  designation: z.string(),
  date: z.string(),
  heure: z.string(),
  duree: z.number(),
  annule: z.boolean(),
  lieu: z.string(),
  localite: z.string(),
  categorie: z.string(),
  communications: z.string(),
  delai: z.string(),
})

/** The answer of jobs.begin_mail or jobs.begin_mail_envoi: the addressee and the subject. */
export const Mail = z.discriminatedUnion('genre', [
  z.object({
    genre: z.enum(['confirmation', 'reinitialisation', 'mot_de_passe_change']),
    email: z.string(),
    name: z.string().nullable(),
  }),
  z.object({
    genre: z.literal('invitation'),
    email: z.string(),
    name: z.string().nullable(),
    /** The SIS, and the author of the invitation. */
    sis: z.string(),
    par: z.string().nullable(),
  }),
  z.object({
    genre: z.literal('convocation'),
    email: z.string(),
    name: z.string(),
    sis: z.string(),
    exercice: Announced,
  }),
  z.object({
    genre: z.enum(['alarme', 'effectif', 'message_echoue']),
    email: z.string(),
    name: z.string().nullable(),
    sis: z.string(),
    titre: z.string(),
    texte: z.string(),
  }),
  z.object({
    genre: z.literal('webhook_desactive'),
    email: z.string(),
    name: z.string().nullable(),
    sis: z.string(),
    /** Host of the webhook. */
    service: z.string(),
    raison: z.string(),
  }),
  z.object({
    genre: z.literal('appareils_retires'),
    email: z.string(),
    name: z.string().nullable(),
    sis: z.string(),
  }),
])
export type Mail = z.infer<typeof Mail>

/** The words of a mail. */
export interface Letter {
  subject: string
  /** The purpose of the mail, before facts and link. */
  reason: string
  /** Facts in the mail, line by line. A value may have several lines. */
  facts?: [label: string, value: string][]
  /** Label of the link's button; null without a link. */
  action: string | null
  /** Further sentences, after the link. */
  notes: string[]
}

/** The words of each kind of mail. */
export function letterOf(mail: Mail): Letter {
  switch (mail.genre) {
    case 'confirmation':
      return {
        subject: 'Confirmez votre adresse e-mail',
        reason: `Un compte Caserne a été ouvert avec l’adresse ${oneLine(mail.email)}. Confirmez que c’est la vôtre :`,
        action: 'Confirmer mon adresse',
        notes: [
          `Ce lien est valable ${tokenLifetimes.confirmation} et ne sert qu’une fois.`,
          'Si vous n’avez pas ouvert ce compte vous-même, ne confirmez pas : qui l’a ouvert en connaît le mot de passe et agirait en votre nom. Ignorez ce message.',
        ],
      }
    case 'reinitialisation':
      return {
        subject: 'Réinitialisation de votre mot de passe',
        reason: `Un nouveau mot de passe a été demandé pour le compte Caserne ${oneLine(mail.email)}. Choisissez-le ici :`,
        action: 'Choisir un nouveau mot de passe',
        notes: [
          `Ce lien est valable ${tokenLifetimes.reinitialisation} et ne sert qu’une fois.`,
          'Si vous n’avez rien demandé, ignorez ce message : votre mot de passe reste le même.',
        ],
      }
    case 'mot_de_passe_change':
      return {
        subject: 'Votre mot de passe a été changé',
        reason: `Le mot de passe du compte Caserne ${oneLine(mail.email)} vient d’être changé. Les appareils qui y étaient connectés ont été déconnectés.`,
        action: null,
        notes: [
          'Si c’était vous, il n’y a rien à faire.',
          'Si ce n’était pas vous, demandez tout de suite un nouveau mot de passe par « Mot de passe oublié » et avertissez l’administration de votre SIS.',
        ],
      }
    case 'invitation':
      return invitation(oneLine(mail.sis), personName(mail.par))
    case 'convocation':
      return convocation(oneLine(mail.sis), mail.exercice)
    case 'alarme':
    case 'effectif':
    case 'message_echoue':
      return announcement(mail)
    case 'webhook_desactive':
      return webhookDisabled(mail)
    case 'appareils_retires':
      return devicesRemoved(mail.sis)
  }
}

function devicesRemoved(sis: string): Letter {
  return {
    subject: `Vous n’êtes plus averti des alarmes de ${oneLine(sis)}`,
    reason: `Votre dernier appareil inscrit aux alertes de ${oneLine(sis)} ne répond plus : son service de messages ne le connaît plus. Caserne ne peut donc plus vous avertir d’une alarme.`,
    action: null,
    notes: [
      'Ouvrez Caserne sur cet appareil, page « Moi », et inscrivez-le à nouveau sous « Mes alertes », ou faites-vous avertir par e-mail.',
      'L’alerte de la centrale vous parvient comme toujours.',
    ],
  }
}

function invitation(sis: string, par: string | null): Letter {
  return {
    subject: `Invitation à rejoindre ${sis}`,
    reason: `${par ?? 'L’administration de ce SIS'} vous invite à rejoindre ${sis} dans Caserne :`,
    action: 'Accepter l’invitation',
    notes: [
      `Cette invitation est valable ${tokenLifetimes.invitation} et ne sert qu’une fois.`,
      'Si vous ne l’attendiez pas, ignorez ce message.',
    ],
  }
}

function convocation(sis: string, exercice: Annonce): Letter {
  return {
    subject: `Convocation : ${oneLine(exercice.designation)}, ${longDate(exercice.date)}`,
    reason: `${sis} vous convoque à l’exercice suivant :`,
    facts: factsOf(exercice),
    action: null,
    notes: [
      `Si vous ne pouvez pas venir, excusez-vous dans Caserne, au plus tard le ${longDate(exercice.delai)}.`,
    ],
  }
}

function announcement({ genre, sis, titre, texte }: Extract<Mail, { titre: string }>): Letter {
  const isAlarme = genre === 'alarme'
  const facts: [string, string][] = [['Annonce', [oneLine(titre), texte].filter(Boolean).join('\n')]]
  return {
    subject: `${oneLine(titre)} (${oneLine(sis)})`,
    reason: isAlarme ? `Une alarme vous concerne à ${oneLine(sis)}.` : `${oneLine(sis)} vous annonce :`,
    facts: isAlarme && texte === '' ? [] : facts,
    action: isAlarme ? 'Voir l’alarme et répondre' : 'Ouvrir le tableau',
    notes: isAlarme
      ? [
          'Ce lien est personnel et valable deux heures : ne le transmettez pas.',
          'Ce message ne remplace pas l’alarme de la centrale.',
        ]
      : ['Vous recevez ce message parce que votre adresse est inscrite parmi vos appareils dans Caserne.'],
  }
}

function webhookDisabled({ sis, service, raison }: Extract<Mail, { service: string }>): Letter {
  return {
    subject: `Webhook désactivé : ${oneLine(service)}`,
    reason: `Le webhook de ${oneLine(sis)} vers ${oneLine(service)} est désactivé, parce que rien n’a pu lui être remis pendant un jour.`,
    facts: raison === '' ? [] : [['Dernière réponse', oneLine(raison)]],
    action: null,
    notes: ['Corrigez l’adresse ou le service, puis activez à nouveau le webhook dans Caserne.'],
  }
}

/**
 * A name that a mail may quote, or null. Anyone may register with any name and someone else's e-mail. So a
 * mail quotes no name that could be an advertisement: only letters, no address of a site, not long.
 */
export function personName(name: string | null): string | null {
  return name !== null && /^(?:[\p{L}\p{M}'’ -]|\.(?=[ -]|$)){1,60}$/u.test(name) ? name : null
}

/** A text from data as one short line without control characters. */
export function oneLine(text: string): string {
  const characters = [...text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()]
  return characters.length > 255 ? `${characters.slice(0, 254).join('')}…` : characters.join('')
}
