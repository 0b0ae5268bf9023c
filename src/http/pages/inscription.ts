import { z } from 'zod'
import { html } from '../../text/html.ts'
import { confirmationFaults } from '../handlers/check_confirmation.ts'
import type { FieldErrors } from '../refusals/field_errors.ts'
import type { Registration } from '../sign_in/accounts.ts'
import type { AccountActions, AccountPage } from './account_page.ts'
import { type Field, formOf, type Input, passwordInputs } from './form.ts'
import { sentencesPage } from './page.ts'

const name = 'inscription'
const MAX_LENGTH = 255

const who: Input[] = [
  { name: 'name', label: 'Nom', type: 'text', autocomplete: 'name', maxLength: MAX_LENGTH },
  { name: 'email', label: 'Adresse e-mail', type: 'email', autocomplete: 'email', maxLength: MAX_LENGTH },
]

/**
 * The page where an account is made, with or without the token of an invitation.
 * @param minLength of passwords, in characters
 */
export function inscriptionPage(accounts: AccountActions, minLength: number): AccountPage {
  return {
    name,
    show: (field, faults = {}) => {
      const token = field('token')
      const inputs = [...who, ...passwordInputs(minLength)]
      const form = formOf({ action: name, token, inputs, button: 'Ouvrir le compte' }, field, faults)
      const invited = html`<p>Vous avez déjà un compte ? Connectez-vous à votre application et utilisez-y cette invitation.</p>\n`
      return {
        status: 200,
        title: 'Ouvrez votre compte Caserne',
        body: html`${token === '' ? null : invited}${form}`,
      }
    },
    submit: async (field, client) => {
      const { registration, faults } = readRegistration(field)
      const { refreshToken, user, avertissements } = await accounts.register(registration, client, faults)
      // The page does not sign in: the tokens are dropped.
      await accounts.logout(refreshToken)
      const confirmed = user.email_verified_at !== null
      return sentencesPage(
        200,
        'Votre compte est ouvert',
        confirmed
          ? `L’adresse ${registration.email} est confirmée par votre invitation.`
          : `Un message vient d’être envoyé à ${registration.email} : ouvrez son lien pour confirmer cette adresse.`,
        ...(avertissements === undefined ? [] : ['Des signes invisibles ont été retirés de votre nom.']),
        'Vous pouvez vous connecter et fermer cette page.',
      )
    },
  }
}

const required = 'Ce champ est obligatoire.'
const tooLong = `Ce champ ne doit pas dépasser ${MAX_LENGTH} caractères.`

// The same rules as in the API's document. Passwords are checked where they are hashed.
const Identity = z.object({
  name: z.string().trim().min(1, required).max(MAX_LENGTH, tooLong),
  email: z
    .string()
    .trim()
    .min(1, required)
    .max(MAX_LENGTH, tooLong)
    .pipe(z.email('Cette adresse e-mail n’est pas valable.')),
})

function readRegistration(field: Field): { registration: Registration; faults: FieldErrors } {
  const { name, email } = Identity.shape
  const read = { name: name.safeParse(field('name')), email: email.safeParse(field('email')) }
  const password = field('password')
  const faults = {
    ...(read.name.error && { name: z.flattenError(read.name.error).formErrors }),
    ...(read.email.error && { email: z.flattenError(read.email.error).formErrors }),
    ...confirmationFaults(password, field('password_confirmation'), 'password_confirmation'),
  }
  const registration = {
    name: read.name.data,
    email: read.email.data,
    password,
    token: field('token') || undefined,
  }
  return { registration, faults }
}
