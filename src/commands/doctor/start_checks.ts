import type { Check } from './check.ts'
import { checkClock } from './check_clock.ts'
import { checkDataDisk } from './check_disk.ts'
import { checkDrift } from './check_drift.ts'
import { checkExtensions } from './check_extensions.ts'
import { checkJit } from './check_jit.ts'
import { checkRoles } from './check_roles.ts'
import { checkSigningKeys } from './check_signing_keys.ts'
import { checkTls } from './check_tls.ts'
import { checkVersion } from './check_version.ts'

/** The checks that servers and workers make after their start: quick ones that meet no mail server. */
export const startChecks: Check[] = [
  checkRoles,
  checkVersion,
  checkDrift,
  checkExtensions,
  checkJit,
  checkClock,
  checkDataDisk,
  checkSigningKeys,
  checkTls,
]
