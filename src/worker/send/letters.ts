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

/** The answer of jobs.begin_mail: the addressee and the subject. */
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
])
export type Mail = z.infer<typeof Mail>

/** The words of a mail. */
export interface Letter {
  subject: string
  /** The purpose of the mail, before facts and link. */
  reason: string
  /** What the mail tells, line by line. A value may have several lines. */
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
