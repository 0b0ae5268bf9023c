import { environment } from '../../config.ts'
import { unknownSettings } from '../../process/unknown_settings.ts'
import type { Check } from './check.ts'
import { ok, warning } from './finding.ts'

/** Variables that look like a misspelt setting. Invalid settings end every command. */
export const checkSettings: Check = {
  name: 'réglages',
  needs: 'settings',
  examine: async () => {
    const slips = unknownSettings(environment())
    if (slips.length === 0) return [ok('tous lisibles ; caserne config les montre')]
    return slips.map((sentence) => warning(sentence, 'Corrigez le nom de la variable.'))
  },
}
