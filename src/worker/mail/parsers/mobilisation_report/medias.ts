import { fold } from '../../fold.ts'

const medias = ['telephone', 'tel', 'sms', 'paging', 'pager', 'mail', 'email', 'e-mail', 'fax']

/** Whether a text is a medium by which the alarm centre reaches people. */
export function isMedia(text: string): boolean {
  return medias.includes(fold(text))
}

/** Whether the medium is one that people can answer on. */
export function isTelephone(media: string): boolean {
  return ['telephone', 'tel'].includes(fold(media))
}
