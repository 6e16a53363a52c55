// The environment that this process was started with, and what of it no child inherits.

/** Secrets that whoever starts a hub hands to it this way. */
const secretVariables = ['CLAUDE_BROWSER_AUTH_TOKEN'] as const;

/** All of it. From now on the process has it without the secrets, and so has whatever it starts. */
export function takeEnvironment(env: NodeJS.ProcessEnv): Readonly<Record<string, string | undefined>> {
  const all = { ...env };
  for (const name of secretVariables) delete env[name];
  return all;
}
