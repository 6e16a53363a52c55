// What is said of plugins: codes with their facts.

export interface PluginReasons {
  // Why a plugin is in the state `error`.
  /** `version` is what it speaks, as it said. */
  'plugin-speaks': { version: string; spoken: string };
  'plugin-not-listed': { plugin: string };
  /** It registered with an id that is not the one which its browser told. */
  'plugin-other-id': { plugin: string; claimed: string };
  'plugin-unreadable': { plugin: string; at: string };
  'plugin-too-many-tools': { plugin: string; most: number };
  'plugins-too-many': { most: number };
  /** It answered a ping and said that it is not well. */
  'plugin-unwell': { plugin: string };

  // Why a call of its tool, or a request about it, was refused.
  'no-plugin': { plugin: string };
  'no-such-tool-of-plugin': { plugin: string; tool: string };
  'plugin-not-offered': { plugin: string };
  'plugin-busy': { plugin: string; most: number };
  'plugin-unanswered': { plugin: string; tool: string; seconds: number };
  'plugin-gone': { plugin: string };
  /** `said` is its own sentence. */
  'plugin-failed': { plugin: string; tool: string; code: string; said: string };
  /** `keyword` is that of JSON Schema, with its value: `type string`. */
  'plugin-argument': { tool: string; at: string; keyword: string };
  'plugin-answer-large': { plugin: string; bytes: number; most: number };
  'plugin-answer-unreadable': { plugin: string; type: string };
  'plugin-message-large': { plugin: string; bytes: number; most: number };
  'no-plugin-id': { found: string };
  'allowlist-full': { most: number };

  // Where a call goes.
  'at-plugin': { plugin: string };

  // What became of it, newest last in `plugins:get`.
  'plugin-registered': { tools: number };
  'plugin-registered-again': { tools: number; changed: number };
  'plugin-unregistered': { said: string | null };
  'plugin-ping-answered': { ms: number; uptimeSeconds: number | null };
  'plugin-ping-missed': { missed: number };
  'plugin-switched': { on: boolean };
  'plugin-tools-listed': { tools: number; changed: number };
  'plugin-browser-away': { browser: string };

  // Changes of the rules.
  'plugin-enabled-set': { plugin: string; on: boolean };
  'plugin-offered-set': { plugin: string; on: boolean };
  'plugin-taken-away': { plugin: string };
  'plugins-only-listed-set': { on: boolean };
  'plugin-listed-set': { plugin: string; on: boolean };
}
