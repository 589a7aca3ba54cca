#!/bin/sh
# Makes the secrets that compose.yaml mounts, in ./secrets. Those that are there already stay.
# Keep a copy of secrets/master-key away from the backups: without it signing keys and signing links are lost.
set -eu
cd "$(dirname "$0")"

# Nobody else enters the folder. The files in it can be read, as the container's user is another one.
mkdir -p secrets
chmod 700 secrets
umask 022

command -v openssl > /dev/null || { echo 'openssl is needed, and not installed.' >&2; exit 1; }

# An empty file is none: an earlier run broke off. The name comes last, so that none is half-written.
make() {
  if [ ! -s "secrets/$1" ]; then
    printf '%s' "$2" > "secrets/$1.new"
    mv "secrets/$1.new" "secrets/$1"
    echo "made secrets/$1"
  fi
}

# A command that fails ends the script in an assignment, and doesn't in an argument.
key=$(openssl rand -base64 32)
make master-key "$key"
password=$(openssl rand -hex 24)
make database-administrator-password "$password"
password=$(openssl rand -hex 24)
make database-owner-password "$password"
password=$(cat secrets/database-owner-password)
make database-url "postgres://countersign:$password@database/countersign"
password=$(openssl rand -hex 24)
make database-application-url "postgres://countersign_login:$password@database/countersign"

if [ ! -s secrets/smtp-url ]; then
  if [ -n "${SMTP_URL:-}" ]; then
    make smtp-url "$SMTP_URL"
  else
    echo 'Write the address of your mail server to secrets/smtp-url: smtps://user:password@mail.example:465' >&2
    exit 1
  fi
fi
