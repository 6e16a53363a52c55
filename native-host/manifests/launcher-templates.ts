// The texts of the launchers. `@WORD@` markers are replaced by quoted values.

/** `relay` and `pilothouse` on Linux and macOS. The markers are whole shell words. */
export const shTemplate = `#!/bin/sh
# Written by Pilothouse, which overwrites changes.
@PREPARE@
node=@NODE@
if [ ! -x "$node" ]; then
  found=
  for candidate in "$(command -v node)" /usr/local/bin/node /opt/homebrew/bin/node /usr/bin/node "$HOME/.volta/bin/node" "$HOME/.local/bin/node"; do
    if [ -f "$candidate" ] && [ -x "$candidate" ]; then found=$candidate; break; fi
  done
  if [ -z "$found" ]; then
    printf 'Pilothouse cannot start: %s is gone and there is no other Node. Install Node 20.19 or newer, then start Pilothouse once.\\n' "$node" >&2
    exit 127
  fi
  node=$found
fi
exec "$node" @SCRIPT@ --home @HOME@ "$@"
`;

/** `relay.cmd` and `pilothouse.cmd`. No blocks in parentheses: a parenthesis in a path would end them. */
export const cmdTemplate = `@echo off
rem Written by Pilothouse, which overwrites changes.
setlocal DisableDelayedExpansion
@PREPARE@
set "node=@NODE@"
if not exist "%node%" set "node=%ProgramFiles%\\nodejs\\node.exe"
if not exist "%node%" for %%N in (node.exe) do set "node=%%~$PATH:N"
if not exist "%node%" goto missing
"%node%" "@SCRIPT@" --home "@HOME@" %*
exit /b %ERRORLEVEL%
:missing
>&2 echo Pilothouse cannot start: no Node was found. Install Node 20.19 or newer, then start Pilothouse once.
exit /b 127
`;

/** Replaces each marker once; a marker inside a value is left alone. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/@([A-Z]+)@/g, (marker, word: string) => values[word] ?? marker);
}
