#!/bin/sh
# Makes the secrets that compose.yaml mounts, in ./secrets. Those that are there already stay.
# Keep a copy of secrets/master-key away from the backups: without it signing keys and signing links are lost.
set -eu
cd "$(dirname "$0")"

# Nobody else enters the folder. The files in it can be read, as the container's user is another one.
mkdir -p secrets
chmod 700 secrets
umask 022

make() {
  if [ ! -e "secrets/$1" ]; then
    printf '%s' "$2" > "secrets/$1"
    echo "made secrets/$1"
  fi
}

make master-key "$(openssl rand -base64 32)"
make database-administrator-password "$(openssl rand -hex 24)"
make database-owner-password "$(openssl rand -hex 24)"
make database-url "postgres://countersign:$(cat secrets/database-owner-password)@database/countersign"
make database-application-url "postgres://countersign_login:$(openssl rand -hex 24)@database/countersign"

if [ ! -e secrets/smtp-url ]; then
  if [ -n "${SMTP_URL:-}" ]; then
    make smtp-url "$SMTP_URL"
  else
    echo 'Write the address of your mail server to secrets/smtp-url: smtps://user:password@mail.example:465' >&2
    exit 1
  fi
fi
