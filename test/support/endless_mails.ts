import type { HostileMail } from './hostile_mails.ts'
import { laughingPdf, unfoldingPdf, wordyPdf } from './hostile_pdf.ts'
import { file, json, text } from './raw_mail.ts'

const tooLong = /^La lecture du message a pris trop de temps \(plus de \d+ s\)\.$/
const tooMuch = /^La lecture du message a demandé trop de mémoire\.$/
// Which of the two limits the mail meets first depends on the machine.
const spent = new RegExp(`${tooLong.source}|${tooMuch.source}`)

/** Mails that are read until they reach a limit. */
export const endlessMails: HostileMail[] = [
  { name: 'a PDF that draws for ever', make: () => file(laughingPdf(12)), etat: 'failed', raison: tooLong },
  {
    name: 'a PDF that unfolds into 2 GB',
    make: () => file(unfoldingPdf(2_000)),
    etat: 'failed',
    raison: spent,
  },
  {
    name: 'a PDF with two million words',
    make: () => file(wordyPdf(2_000_000)),
    etat: 'failed',
    raison: spent,
  },
]

/** Mails that cost the reading process, not only its thread. */
export const deadlyMails: HostileMail[] = [
  {
    name: 'JSON so deep that V8 gives up',
    make: () => json('['.repeat(11_000_000) + ']'.repeat(11_000_000)),
    etat: 'failed',
    raison: spent,
  },
]

/** Mails of a given size. */
export const largeMails: HostileMail[] = [
  {
    name: 'a file of 50 MB',
    make: () => file(Buffer.alloc(50_000_000, 'a')),
    etat: 'failed',
    raison: /^Le message est trop grand \(plus de 36 Mo\)\.$/,
  },
  {
    name: 'a file of 26 MB with NUL in its name',
    make: () => file(Buffer.alloc(26_300_000, 'a'), 'application/pdf', '=?utf-8?Q?a=00=0D=0Ab?=.pdf'),
    etat: 'failed',
    raison: /^La pièce jointe « [^»]+ » est trop grande \(plus de 25 Mo\)\.$/,
  },
  {
    name: 'blank lines, 30 MB of them',
    make: () => text('\n'.repeat(30_000_000)),
    etat: 'failed',
    // Either limit may come first: only a fast machine reads far enough to measure the text.
    raison: new RegExp(`${spent.source}|^Le texte du message est trop long pour être lu en entier\\.$`),
  },
]
