import { html } from '../../text/html.ts'
import { tokenLifetimes } from '../../text/token_lifetimes.ts'
import { type AccountActions, type AccountPage, incompletePage } from './account_page.ts'
import { formOf } from './form.ts'
import { sentencesPage } from './page.ts'

const name = 'confirmation'

const done = sentencesPage(
  200,
  'Votre adresse est confirmée',
  'Vous pouvez vous connecter et fermer cette page.',
)

const refused = sentencesPage(
  410,
  'Ce lien n’est plus valable',
  'Un lien ne sert qu’une fois : si vous venez de confirmer votre adresse, c’est fait, et vous pouvez vous connecter.',
  `Sinon, il a peut-être plus de ${tokenLifetimes.confirmation}. Connectez-vous et demandez un nouveau message de confirmation.`,
)

/** The page that confirms an e-mail. */
export function confirmationPage(accounts: AccountActions): AccountPage {
  return {
    name,
    show: (field, faults = {}) => {
      const token = field('token')
      if (token === '') return incompletePage
      const form = { action: name, token, inputs: [], button: 'Confirmer mon adresse' }
      return {
        status: 200,
        title: 'Confirmez votre adresse e-mail',
        body: html`<p>Ne confirmez que si vous avez ouvert ce compte vous-même.</p>\n${formOf(form, field, faults)}`,
      }
    },
    submit: async (field) => {
      const token = field('token')
      if (token === '') return incompletePage
      return (await accounts.confirmEmail(token)) === null ? refused : done
    },
  }
}
