import { fold } from '../../report/fold.ts'

const telephones = ['telephone', 'tel']
const numbered = [...telephones, 'sms', 'paging', 'pager']
const medias = [...numbered, 'mail', 'email', 'e-mail', 'fax']

/** Whether a text is a medium by which the alarm centre reaches people. */
export function isMedia(text: string): boolean {
  return medias.includes(fold(text))
}

/** Whether the text beside the medium is numbers, not an address. */
export function hasNumbers(media: string): boolean {
  return numbered.includes(fold(media))
}

/** Whether people can answer on this medium. */
export function isTelephone(media: string): boolean {
  return telephones.includes(fold(media))
}
