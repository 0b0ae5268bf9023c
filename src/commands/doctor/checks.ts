import type { Check } from './check.ts'
import { checkAddresses } from './check_addresses.ts'
import { checkArchive, checkBackups } from './check_backups.ts'
import { checkCell } from './check_cell.ts'
import { checkClock } from './check_clock.ts'
import { checkConnections } from './check_connections.ts'
import { checkDemoUsers } from './check_demo_users.ts'
import { checkDatabaseDisk, checkDataDisk } from './check_disk.ts'
import { checkDrift } from './check_drift.ts'
import { checkExtensions } from './check_extensions.ts'
import { checkGuards } from './check_guards.ts'
import { checkHomes } from './check_homes.ts'
import { checkJit } from './check_jit.ts'
import { checkInstanceMessagerie, checkMessageries } from './check_messageries.ts'
import { checkMigrations } from './check_migrations.ts'
import { checkQueue } from './check_queue.ts'
import { checkReplication } from './check_replication.ts'
import { checkRoles } from './check_roles.ts'
import { checkSealingKey } from './check_sealing_key.ts'
import { checkSettings } from './check_settings.ts'
import { checkSigningKeys } from './check_signing_keys.ts'
import { checkSmtp } from './check_smtp.ts'
import { checkStandby } from './check_standby.ts'
import { checkTls } from './check_tls.ts'
import { checkUnconfirmed } from './check_unconfirmed.ts'
import { checkVersion } from './check_version.ts'

/** All checks, in the order of the output. To add one, write its file and put it here. */
export const checks: Check[] = [
  checkRoles,
  checkSettings,
  checkVersion,
  checkMigrations,
  checkDrift,
  checkExtensions,
  checkJit,
  checkGuards,
  checkAddresses,
  checkConnections,
  checkClock,
  checkDatabaseDisk,
  checkDataDisk,
  checkReplication,
  checkStandby,
  checkArchive,
  checkBackups,
  checkSigningKeys,
  checkSealingKey,
  checkTls,
  checkDemoUsers,
  checkUnconfirmed,
  checkCell,
  checkHomes,
  checkQueue,
  checkInstanceMessagerie,
  checkMessageries,
  checkSmtp,
]
