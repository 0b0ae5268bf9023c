#!/bin/sh
# Makes the secrets of an installation that are still absent, one file each: secrets.sh DIRECTORY [HOST[:PORT]] [DATABASE].
# HOST is where PostgreSQL is reached; by default the container `database` of compose.yaml.
set -eu
directory=${1:?usage: secrets.sh DIRECTORY [HOST[:PORT]] [DATABASE]}
host=${2:-database}
database=${3:-caserne}
umask 077
mkdir -p "$directory"
random() { head -c 24 /dev/urandom | base64 | tr '+/' '-_'; }
keep() { [ -s "$directory/$1" ] || printf '%s\n' "$2" >"$directory/$1"; }

keep postgres_password "$(random)"
keep database_url "postgres://postgres:$(cat "$directory/postgres_password")@$host/$database"
for login in auth api worker; do
  keep "${login}_database_url" "postgres://caserne_$login:$(random)@$host/$database"
done
keep mailbox_key "$(head -c 32 /dev/urandom | base64)"
# Containers read them as another user; the directory keeps everybody else out.
chmod 700 "$directory"
chmod 644 "$directory"/*
