import { z } from 'zod'
import { html } from '../../html.ts'
import { refusals } from '../errors.ts'
import { checkConfirmation } from '../handlers/check_confirmation.ts'
import type { AccountActions, AccountPage } from './account_page.ts'
import { type Field, formOf, type Input, passwordInputs } from './form.ts'
import { sentencesPage } from './page.ts'

const name = 'inscription'
const MAX_LENGTH = 255

const who: Input[] = [
  { name: 'name', label: 'Nom', type: 'text', autocomplete: 'name', maxLength: MAX_LENGTH },
  { name: 'email', label: 'Adresse e-mail', type: 'email', autocomplete: 'email', maxLength: MAX_LENGTH },
]

/** The page where an account is opened, with the token of an invitation or without. @param minLength of passwords. */
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
      const registration = readRegistration(field)
      const { refreshToken } = await accounts.register(registration, client)
      // A page signs nobody in.
      await accounts.logout(refreshToken)
      return sentencesPage(
        200,
        'Votre compte est ouvert',
        `Un message vient d’être envoyé à ${registration.email} : ouvrez son lien pour confirmer cette adresse.`,
        'Vous pouvez vous connecter et fermer cette page.',
      )
    },
  }
}

const required = 'Ce champ est obligatoire.'
const tooLong = `Ce champ ne doit pas dépasser ${MAX_LENGTH} caractères.`

// What the API's document asks of them; a password is looked at where it is hashed.
const Identity = z.object({
  name: z.string().trim().min(1, required).max(MAX_LENGTH, tooLong),
  email: z
    .string()
    .trim()
    .min(1, required)
    .max(MAX_LENGTH, tooLong)
    .pipe(z.email('Cette adresse e-mail n’est pas valable.')),
})

function readRegistration(field: Field) {
  const { data, error } = Identity.safeParse({ name: field('name'), email: field('email') })
  if (error) throw refusals.invalid(z.flattenError(error).fieldErrors)
  const password = field('password')
  checkConfirmation(password, field('password_confirmation'), 'password_confirmation')
  return { ...data, password, token: field('token') || undefined }
}
