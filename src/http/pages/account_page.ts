import type { Accounts } from '../accounts.ts'
import type { Client } from '../client.ts'
import type { FieldErrors } from '../field_errors.ts'
import type { Field } from './form.ts'
import { type Page, sentencesPage } from './page.ts'

/** What the pages do with accounts: what the API does. */
export type AccountActions = Pick<Accounts, 'confirmEmail' | 'resetPassword' | 'register' | 'logout'>

/** A page that a mail's link leads to: showing it changes nothing, since mail scanners open links; its form does. */
export interface AccountPage {
  /** The path, without its slash. */
  name: string
  /** @param faults what is wrong with what was sent, by field. */
  show(field: Field, faults?: FieldErrors): Page
  /** @throws what the accounts refuse. */
  submit(field: Field, client: Client): Promise<Page>
}

/** For a link without its token. */
export const incompletePage = sentencesPage(
  400,
  'Ce lien est incomplet',
  'Ouvrez le lien du message directement, ou copiez-le en entier dans votre navigateur.',
)
