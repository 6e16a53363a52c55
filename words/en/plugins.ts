// What is said of plugins, in English.
import type { PluginReasons } from '../../contract/plugin-reasons.ts';
import type { Words } from '../reason.ts';

export const pluginWords: Words<PluginReasons> = {
  'plugin-speaks': 'It speaks {version}, and Pilothouse speaks {spoken}; update the plugin.',
  'plugin-not-listed': 'Plugin {plugin} is not on the list of those that may register; add it under Servers, Plugins.',
  'plugin-other-id': 'The extension {plugin} said that it is {claimed}; a plugin has the id of its extension.',
  'plugin-unreadable': 'What plugin {plugin} says of itself cannot be read at {at}.',
  'plugin-too-many-tools': 'Plugin {plugin} lists more than {most} tools.',
  'plugins-too-many': 'This browser has {most} plugins already; remove one of them.',
  'plugin-unwell': 'Plugin {plugin} answers and says that it is not healthy.',

  'no-plugin': 'There is no plugin {plugin}; look at `pilothouse plugins list`.',
  'no-such-tool-of-plugin': 'Plugin {plugin} has no tool {tool} any more; list the tools again.',
  'plugin-not-offered': 'The tools of plugin {plugin} are offered to nobody; the user can change that in the panel.',
  'plugin-busy': 'Plugin {plugin} has {most} calls under way already; call again when one of them has ended.',
  'plugin-unanswered': 'Plugin {plugin} did not answer {tool} within {seconds} s.',
  'plugin-gone': 'Plugin {plugin} left while it was called; whether it has done what was asked is not known.',
  'plugin-failed': 'Plugin {plugin} could not carry out {tool} ({code}): {said}',
  'plugin-argument': 'The arguments of {tool} do not fit its schema at {at}: {keyword}.',
  'plugin-answer-large': 'Plugin {plugin} answered with {bytes} bytes, and {most} are carried; ask it for less.',
  'plugin-answer-unreadable': 'Plugin {plugin} sent {type} in a form that spec 002 does not know.',
  'plugin-message-large':
    'A message to plugin {plugin} would have {bytes} bytes, and its browser takes {most}; pass less.',
  'no-plugin-id': '{found} is no id of an extension; it looks like name@example.org or {…} with a UUID.',
  'allowlist-full': 'The list holds {most} plugins; remove one first.',

  'at-plugin': 'plugin {plugin}',

  'plugin-registered': 'registered with {tools} tools',
  'plugin-registered-again': ({ changed }) =>
    `registered again with {tools} tools, ${changed === 0 ? 'unchanged' : '{changed} of them changed'}`,
  'plugin-unregistered': ({ said }) => `unregistered${said === null ? '' : ': {said}'}`,
  'plugin-ping-answered': ({ uptimeSeconds }) =>
    `ping answered in {ms} ms${uptimeSeconds === null ? '' : ', up {uptimeSeconds} s'}`,
  'plugin-ping-missed': '{missed} pings missed in a row',
  'plugin-switched': ({ on }) => (on ? 'enabled by the user' : 'disabled by the user'),
  'plugin-tools-listed': ({ changed }) =>
    `listed {tools} tools, ${changed === 0 ? 'unchanged' : '{changed} of them changed'}`,
  'plugin-browser-away': '{browser} is not connected any more',

  'plugin-enabled-set': ({ on }) => `plugin {plugin}: ${on ? 'enabled' : 'disabled'}`,
  'plugin-offered-set': ({ on }) => `plugin {plugin}: offered to agents: ${on ? 'on' : 'off'}`,
  'plugin-taken-away': 'plugin {plugin}: forgotten',
  'plugins-only-listed-set': ({ on }) => `only listed plugins may register: ${on ? 'on' : 'off'}`,
  'plugin-listed-set': ({ on }) => `plugin {plugin}: ${on ? 'put on the list' : 'taken from the list'}`,
};
