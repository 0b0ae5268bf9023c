import type { Client } from '../admission/client.ts'
import type { FieldErrors } from '../refusals/field_errors.ts'
import type { Accounts } from '../sign_in/accounts.ts'
import type { Field } from './form.ts'
import { type Page, sentencesPage } from './page.ts'

/** The part of Accounts that the pages use. */
export type AccountActions = Pick<Accounts, 'confirmEmail' | 'resetPassword' | 'register' | 'logout'>

/** A page that the link of a mail leads to. Only its form changes anything, because mail scanners open links. */
export interface AccountPage {
  /** The path, without its slash. */
  name: string
  /** @param faults faults of the form that was sent, by field */
  show(field: Field, faults?: FieldErrors): Page
  /** @throws refusals of the accounts */
  submit(field: Field, client: Client): Promise<Page>
}

/** The page for a link that lacks its token. */
export const incompletePage = sentencesPage(
  400,
  'Ce lien est incomplet',
  'Ouvrez le lien du message directement, ou copiez-le en entier dans votre navigateur.',
)
