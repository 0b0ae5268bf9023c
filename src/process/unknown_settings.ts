import { distance } from 'fastest-levenshtein'
import { secretNames, settingNames, type Variables } from '../config.ts'

const known: string[] = [...settingNames, ...secretNames.map((name) => `${name}_FILE`)]
// Shorter names resemble too many others.
const SHORTEST = 6
const MOST_SLIPS = 2

/** A French sentence for each variable whose name is almost that of a setting: probably a slip. */
export function unknownSettings(env: Variables): string[] {
  return Object.keys(env)
    .filter((name) => name.length >= SHORTEST && !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((each) => distance(each, name) <= MOST_SLIPS && !env[each])
      return meant === undefined ? [] : [`La variable ${name} est inconnue : vouliez-vous dire ${meant} ?`]
    })
}
