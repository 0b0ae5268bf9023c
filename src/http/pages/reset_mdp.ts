import { reinitialisationLifetime } from '../../text/token_lifetimes.ts'
import { checkConfirmation } from '../handlers/check_confirmation.ts'
import { type AccountActions, type AccountPage, incompletePage } from './account_page.ts'
import { formOf, passwordInputs } from './form.ts'
import { sentencesPage } from './page.ts'

const name = 'reset-mdp'

const done = sentencesPage(
  200,
  'Votre mot de passe est changé',
  'Vos appareils ont été déconnectés : connectez-vous avec le nouveau mot de passe.',
)

const refused = sentencesPage(
  410,
  'Ce lien n’est plus valable',
  `Il a plus d’${reinitialisationLifetime}, ou a déjà servi.`,
  'Pour recevoir un nouveau message, choisissez « Mot de passe oublié » là où vous vous connectez.',
)

/** The page where a new password is chosen. @param minLength of passwords, in characters */
export function resetPage(accounts: AccountActions, minLength: number): AccountPage {
  return {
    name,
    show: (field, faults = {}) => {
      const token = field('token')
      if (token === '') return incompletePage
      const form = {
        action: name,
        token,
        inputs: passwordInputs(minLength),
        button: 'Changer le mot de passe',
      }
      return { status: 200, title: 'Choisissez un nouveau mot de passe', body: formOf(form, field, faults) }
    },
    submit: async (field) => {
      const token = field('token')
      if (token === '') return incompletePage
      checkConfirmation(field('password'), field('password_confirmation'), 'password_confirmation')
      return (await accounts.resetPassword(token, field('password'))) ? done : refused
    },
  }
}
