// What is said of web origins that call through somebody, in German.
import type { SiteReasons } from '../../contract/site-reasons.ts';
import type { Words } from '../reason.ts';

export const siteWords: Words<SiteReasons> = {
  'sites-shut-out':
    'Der Benutzer hat Webseiten ausgesperrt. Unter Agenten kann er sie in Pilothouse wieder hereinlassen.',
  'site-denied-here': ({ by }) =>
    `{origin} wurde {scope} ${by === 'fleet' ? 'durch die Richtlinie der Flotte verwehrt; wer sie pflegt, kann das ändern.' : `${by === 'policy' ? 'durch policy.json' : 'in Pilothouse'} verwehrt; dort unter Berechtigungen ändern.`}`,
  'site-not-confirmed':
    'Der Benutzer hat es in Pilothouse binnen {seconds} s nicht bestätigt. Noch einmal fragen; hat er Harbor unter Agenten hereingelassen, zählt dessen eigenes Fenster.',
  'site-too-many-grants':
    'Es gibt schon {most} Berechtigungen von Seiten durch Harbor; in Pilothouse unter Berechtigungen einige widerrufen.',
  'site-no-scope': '{found} ist keine Berechtigung einer Webseite, die Pilothouse kennt.',
  'site-no-grant-type': '{found} ist keine Art von Berechtigung; ALLOW_ONCE, ALLOW_ALWAYS oder DENY verwenden.',

  'sites-full':
    'Zu {most} Websites ist schon etwas eingestellt, mehr geht nicht; unter Berechtigungen, Websites einige vergessen.',
  'no-site-origin':
    '{found} ist kein Ursprung einer Seite; so schreiben: https://shop.example, oder file:// für Dateien.',
  'site-questions-full':
    '{most} Seiten dieses Browsers warten schon auf eine Antwort des Benutzers; noch einmal fragen, wenn einige beantwortet sind.',
  'site-question-ended': ({ origin }) =>
    `Die Frage${origin === null ? '' : ' von {origin}'} ist zu Ende; die Seite kann noch einmal fragen.`,
  'site-question-changed':
    'Die Frage von {origin} hat sich geändert: sie verlangt jetzt mehr. Noch einmal ansehen und antworten.',
  'site-no-such-tool': 'Kein Server und kein Plugin bietet das Tool {tool} an; vielleicht läuft sein Server nicht.',
  'site-answer-beyond': ({ what }) =>
    `{origin} hat ${what === 'scope' ? 'die Berechtigung' : 'das Tool'} {found} nicht verlangt; mit dem antworten, was die Frage nennt.`,
};
