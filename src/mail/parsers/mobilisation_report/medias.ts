import { fold } from '../../report/fold.ts'

const telephones = ['telephone', 'tel']
const numbered = [...telephones, 'sms', 'paging', 'pager']
const medias = [...numbered, 'mail', 'email', 'e-mail', 'fax']

/** Whether a text is a medium by which the alarm centre reaches people. */
export function isMedia(text: string): boolean {
  return medias.includes(fold(text))
}

/** Whether what stands beside the medium are numbers, and no address. */
export function hasNumbers(media: string): boolean {
  return numbered.includes(fold(media))
}

/** Whether the medium is one that people can answer on. */
export function isTelephone(media: string): boolean {
  return telephones.includes(fold(media))
}
