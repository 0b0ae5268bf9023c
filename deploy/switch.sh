#!/bin/sh
# Makes the version that holds this script the current one, with its units: `caserne-migrate` runs it once the database
# is migrated, and an operator to go back. Processes that run stay as they are until they are restarted.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd -P)
install -m 644 "$here"/deploy/systemd/*.service "$here/deploy/systemd/caserne.target" /etc/systemd/system/
# One rename: there is a current version at every moment.
ln -sfn "$(basename "$here")" /opt/caserne/.current
mv -T /opt/caserne/.current /opt/caserne/current
systemctl daemon-reload
