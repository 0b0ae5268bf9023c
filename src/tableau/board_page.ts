import type { TemplateResult } from 'lit-html'
import type { Api } from './acts/call_api.ts'
import type { Account } from './acts/signed_in.ts'

/** Context that a page receives each time it is opened. */
export interface PageContext {
  /** The parts of the path that vary. */
  params: Record<string, string>
  query: URLSearchParams
  /** Draws the page again. The library changes only what differs. */
  render(content: TemplateResult): void
  /** Is aborted when the page is left: pass it to requests, listeners and streams. */
  signal: AbortSignal
  /** Says a sentence to screen readers. */
  announce(sentence: string): void
}

/** The context of a page that is open to signed-in users only. */
export interface SignedPageContext extends PageContext {
  account: Account
  /** The key of the SIS that is shown. */
  sis: string
  /** Calls the data API for this SIS. */
  api: Api
  /** Whether the account holds one of these permissions in this SIS. */
  can(...permissions: string[]): boolean
}

/** A page that needs nobody to be signed in. */
export interface OpenPage {
  title: string
  access: 'everyone'
  open(context: PageContext): Promise<void> | void
}

/** A page of the board. */
export interface SignedPage {
  title: string
  access: 'signed-in'
  /** One of these permissions is needed. An empty list needs none. */
  permissions: string[]
  open(context: SignedPageContext): Promise<void> | void
}

/** The export `page` of each module in pages/. */
export type BoardPage = OpenPage | SignedPage
