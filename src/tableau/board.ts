import { html, nothing, render, type TemplateResult } from 'lit-html'
import { type Api, apiOf, callAuth, isSignedOut } from './acts/call_api.ts'
import { onConnection, reportConnection } from './acts/connection.ts'
import { followFilling } from './acts/filling.ts'
import { sentenceOf } from './acts/refused.ts'
import { type Account, onSignedOut, resume, signedIn, signOut } from './acts/signed_in.ts'
import type { BoardPage, OpenPage, SignedPage } from './board_page.ts'
import { findPage } from './board_paths.ts'
import { frame, holds, notices } from './frame.ts'
import { renewHere } from './kept/appareil_here.ts'
import { chosenSis, rememberSis } from './kept/chosen_sis.ts'
import { startWorker } from './start_worker.ts'
import { setZone } from './views/sis_clock.ts'

const root = document.querySelector<HTMLElement>('#tableau') ?? document.body
const says = document.querySelector<HTMLElement>('#annonces')
let names: Record<string, string> = {}
const zones: Record<string, string> = {}
let left = new AbortController()
let draw: () => void = () => undefined

// Opens the page of the address bar.
async function open(): Promise<void> {
  left.abort()
  left = new AbortController()
  const { signal } = left
  draw = () => undefined
  const found = findPage(location.pathname)
  if (found === null) return show(html`<main id="contenu"><h1>Cette page n’existe pas</h1></main>`)
  const [page, session] = await Promise.all([loadPage(found.module), currentSession()])
  if (signal.aborted) return
  if (page === null) return waitForFiles(signal)
  document.title = page.title === 'Caserne' ? 'Caserne' : `${page.title} - Caserne`
  document.body.className = found.module
  if (page.access === 'everyone') return await openFree(page, found.params, signal)
  if ('error' in session) return showFault(session.error, page.title, drawingBare(signal), signal)
  if (session.account === null) return navigate(`/?suite=${encodeURIComponent(location.pathname)}`, true)
  await openSigned(page, session.account, found.params, signal)
}

// The program of a page; null when the server is lost.
async function loadPage(module: string): Promise<BoardPage | null> {
  try {
    const { page }: { page: BoardPage } = await import(`./pages/${module}.ts`)
    return page
  } catch {
    reportConnection(false)
    return null
  }
}

// Browsers cache failed module loads, and a new release has other modules. So reload the page.
function waitForFiles(signal: AbortSignal): void {
  drawingBare(signal)(html`<h1>Caserne</h1>`)
  onConnection((online) => online && location.reload(), signal)
}

async function openFree(page: OpenPage, params: Record<string, string>, signal: AbortSignal): Promise<void> {
  const query = new URLSearchParams(location.search)
  const draws = drawing(signal, (content) => html`${notices()}${content}`)
  try {
    await page.open({ params, query, signal, announce, render: draws })
  } catch (error) {
    showFault(error, page.title, drawingBare(signal), signal)
  }
}

// Says why a page could not be opened. It is opened again as soon as a lost server is back.
function showFault(error: unknown, title: string, draws: Draws, signal: AbortSignal): void {
  if (signal.aborted) return
  draws(html`<h1>${title}</h1><p role="alert" class="fault">${sentenceOf(error)}</p>
    <button @click=${() => void open()}>Réessayer</button>`)
  onConnection((online) => online && void open(), signal)
}

async function openSigned(
  page: SignedPage,
  account: Account,
  params: Record<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const sis = chosenSis(account)
  const draws = drawing(signal, (content) => {
    const actions = { onSis: chooseSis, onSignOut: () => void leave() }
    return frame({ account, sis, names, pathname: location.pathname, ...actions }, content)
  })
  draws(html`<p class="quiet">Chargement…</p>`)
  void nameSis().then(() => signal.aborted || draw())
  if (sis === '' && page.permissions.length > 0)
    return draws(html`<h1>Aucun service</h1><p>Votre compte n’a encore aucun droit.</p>`)
  if (!holds(account, sis, page.permissions))
    return draws(html`<h1>${page.title}</h1><p>Vous n’avez pas le droit de voir cette page.</p>`)
  const can = (...permissions: string[]) => holds(account, sis, permissions)
  const query = new URLSearchParams(location.search)
  const context = { account, sis, api: apiOf(sis), can, params, query, signal, announce, render: draws }
  void renewHere(context.api, sis, account.id)
  try {
    if (sis !== '') await useZoneOf(sis, context.api)
    await page.open(context)
  } catch (error) {
    if (signal.aborted) return
    if (isSignedOut(error)) return navigate(`/?suite=${encodeURIComponent(location.pathname)}`, true)
    showFault(error, page.title, draws, signal)
  }
}

type Draws = (content: TemplateResult) => void

// Draws a page until it is left.
function drawing(signal: AbortSignal, around: (content: TemplateResult) => TemplateResult): Draws {
  let last: TemplateResult = html`${nothing}`
  draw = () => show(around(last))
  return (content: TemplateResult) => {
    if (signal.aborted) return
    last = content
    draw()
  }
}

// Draws what stands alone, without menu.
function drawingBare(signal: AbortSignal): Draws {
  return drawing(signal, (content) => html`${notices()}<main id="contenu">${content}</main>`)
}

function show(content: TemplateResult): void {
  render(content, root)
}

function announce(sentence: string): void {
  if (says) says.textContent = sentence
}

// The session of an earlier page is continued. Whether there is one may be unknown for now.
async function currentSession(): Promise<{ account: Account | null } | { error: unknown }> {
  try {
    return { account: signedIn() ?? (await resume()) }
  } catch (error) {
    return { error }
  }
}

// Instants are shown in the time zone of the SIS.
async function useZoneOf(sis: string, api: Api): Promise<void> {
  zones[sis] ??= (await api.get<{ fuseau: string }>('/fuseau')).fuseau
  setZone(zones[sis])
}

function chooseSis(key: string): void {
  rememberSis(key)
  void open()
}

async function nameSis(): Promise<void> {
  if (Object.keys(names).length > 0) return
  const { data } = await callAuth<{ data: { api_key: string; nom: string }[] }>('GET', '/sis').catch(() => ({
    data: [],
  }))
  names = Object.fromEntries(data.map(({ api_key, nom }) => [api_key, nom]))
}

async function leave(): Promise<void> {
  await signOut()
  navigate('/', true)
}

// Goes to another page of the board.
function navigate(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path)
  scrollTo(0, 0)
  void open()
}

// Links between pages do not load the program again.
addEventListener('click', (event) => {
  const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href]')
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  if (
    !link ||
    !plain ||
    link.target !== '' ||
    link.origin !== location.origin ||
    link.hasAttribute('download')
  )
    return
  if (findPage(link.pathname) === null || (link.pathname === location.pathname && link.hash !== '')) return
  event.preventDefault()
  navigate(link.pathname + link.search)
})
addEventListener('popstate', () => void open())
// A page that the browser kept may belong to someone who has signed out since.
addEventListener('pageshow', (event) => event.persisted && location.reload())
addEventListener('caserne:navigate', (event) => navigate((event as CustomEvent<string>).detail))
onSignedOut(() => navigate('/', true))
onConnection(() => draw())
if (document.documentElement.dataset.demo !== undefined) void followFilling(() => draw())
startWorker()
void open()
