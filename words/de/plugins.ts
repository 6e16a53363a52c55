// What is said of plugins, in German.
import type { PluginReasons } from '../../contract/plugin-reasons.ts';
import type { Words } from '../reason.ts';

export const pluginWords: Words<PluginReasons> = {
  'plugin-speaks': 'Es spricht {version}, Pilothouse spricht {spoken}; das Plugin aktualisieren.',
  'plugin-not-listed':
    'Das Plugin {plugin} steht nicht auf der Liste derer, die sich anmelden dürfen; es unter Server, Plugins hinzufügen.',
  'plugin-other-id':
    'Die Erweiterung {plugin} gab sich als {claimed} aus; ein Plugin hat die Kennung seiner Erweiterung.',
  'plugin-unreadable': 'Was das Plugin {plugin} von sich sagt, ist bei {at} nicht zu lesen.',
  'plugin-too-many-tools': 'Das Plugin {plugin} nennt mehr als {most} Tools.',
  'plugins-too-many': 'Dieser Browser hat schon {most} Plugins; eines davon entfernen.',
  'plugin-unwell': 'Das Plugin {plugin} antwortet und sagt, dass mit ihm etwas nicht stimmt.',

  'no-plugin': 'Ein Plugin {plugin} gibt es nicht; in `pilothouse plugins list` nachsehen.',
  'no-such-tool-of-plugin': 'Ein Tool {tool} hat das Plugin {plugin} nicht mehr; die Tools noch einmal auflisten.',
  'plugin-not-offered':
    'Die Tools des Plugins {plugin} werden niemandem angeboten; der Nutzer kann das im Panel ändern.',
  'plugin-busy':
    'Beim Plugin {plugin} laufen schon {most} Aufrufe; noch einmal aufrufen, wenn einer davon geendet hat.',
  'plugin-unanswered': 'Das Plugin {plugin} hat {tool} nicht binnen {seconds} s beantwortet.',
  'plugin-gone':
    'Das Plugin {plugin} ist während des Aufrufs gegangen; ob es getan hat, worum es gebeten wurde, ist nicht bekannt.',
  'plugin-failed': 'Das Plugin {plugin} konnte {tool} nicht ausführen ({code}): {said}',
  'plugin-argument': 'Die Argumente von {tool} passen bei {at} nicht zu seinem Schema: {keyword}.',
  'plugin-answer-large':
    'Das Plugin {plugin} hat mit {bytes} Bytes geantwortet, befördert werden {most}; weniger verlangen.',
  'plugin-answer-unreadable': 'Das Plugin {plugin} hat {type} in einer Form geschickt, die Spec 002 nicht kennt.',
  'plugin-message-large':
    'Eine Nachricht an das Plugin {plugin} hätte {bytes} Bytes, sein Browser nimmt {most}; weniger übergeben.',
  'no-plugin-id':
    '{found} ist keine Kennung einer Erweiterung; sie sieht aus wie name@example.org oder {…} mit einer UUID.',
  'allowlist-full': 'Die Liste fasst {most} Plugins; zuerst eines entfernen.',

  'at-plugin': 'Plugin {plugin}',

  'plugin-registered': 'angemeldet mit {tools} Tools',
  'plugin-registered-again': ({ changed }) =>
    `wieder angemeldet mit {tools} Tools, ${changed === 0 ? 'unverändert' : '{changed} davon geändert'}`,
  'plugin-unregistered': ({ said }) => `abgemeldet${said === null ? '' : ': {said}'}`,
  'plugin-ping-answered': ({ uptimeSeconds }) =>
    `Ping in {ms} ms beantwortet${uptimeSeconds === null ? '' : ', läuft seit {uptimeSeconds} s'}`,
  'plugin-ping-missed': '{missed} Pings nacheinander verpasst',
  'plugin-switched': ({ on }) => (on ? 'vom Nutzer eingeschaltet' : 'vom Nutzer abgeschaltet'),
  'plugin-tools-listed': ({ changed }) =>
    `nennt {tools} Tools, ${changed === 0 ? 'unverändert' : '{changed} davon geändert'}`,
  'plugin-browser-away': '{browser} ist nicht mehr verbunden',

  'plugin-enabled-set': ({ on }) => `Plugin {plugin}: ${on ? 'eingeschaltet' : 'abgeschaltet'}`,
  'plugin-offered-set': ({ on }) => `Plugin {plugin}: Agenten angeboten: ${on ? 'an' : 'aus'}`,
  'plugin-taken-away': 'Plugin {plugin}: vergessen',
  'plugins-only-listed-set': ({ on }) => `nur Plugins der Liste dürfen sich anmelden: ${on ? 'an' : 'aus'}`,
  'plugin-listed-set': ({ on }) => `Plugin {plugin}: ${on ? 'auf die Liste gesetzt' : 'von der Liste genommen'}`,
};
