import { z } from 'zod'

// pg would look up a list of hosts as one name, and ignore the parameter.
const isOfSeveral = (text: string) =>
  /^\w+:\/\/([^/?#]*@)?[^/?#@]*,/.test(text) || /[?&]target_session_attrs=/.test(text)

/** The address of one PostgreSQL server. */
export const DatabaseUrl = z
  .string()
  .refine((text) => !isOfSeveral(text), 'un seul serveur est attendu : devant plusieurs, placez HAProxy')
  .refine((text) => URL.canParse(text) || isOfSeveral(text), 'adresse illisible')
  .refine(
    (text) => !URL.canParse(text) || /^postgres(ql)?:\/\//.test(text),
    'postgres://… ou postgresql://… est attendu',
  )
