// Why a sign-in for a server does not work, in German.
import type { OAuthReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

export const oauthWords: Words<OAuthReasons> = {
  'oauth-no-provider':
    '„{provider}“ ist kein bekanntes Konto; verwende google, github, microsoft oder die https-Adresse seines Ausstellers.',
  'oauth-not-configured': 'Für {provider} gibt es noch keinen Client; gib Id und Geheimnis eines solchen an.',
  'oauth-server-id': 'Der Name des Servers, der sich anmeldet, fehlt oder hat mehr als 200 Zeichen.',
  'oauth-scopes': 'Was die Anmeldung erlauben soll, fehlt oder ist zu lang; nenne mindestens einen Bereich.',
  'oauth-client': 'Der Client für {provider} braucht eine Id und ein Geheimnis von je höchstens 2.000 Zeichen.',
  'oauth-client-from-environment':
    'Der Client für {provider} kommt aus {variable} in der Umgebung; ändere ihn dort und starte Pilothouse neu.',
  'oauth-too-many': 'Es gibt schon {most} Anmeldungen; melde eine ab, die nicht mehr gebraucht wird.',
  'oauth-metadata':
    'Was {provider} über seine Anmeldung sagt, ist unbrauchbar: {member} fehlt oder ist falsch; prüfe die Adresse des Ausstellers.',
  'oauth-refused': ({ code }) =>
    `{provider} hat abgelehnt (${code === null ? 'ohne Code' : '{code}'}); melde dich neu an.`,
  'oauth-away': '{provider} ist nicht erreichbar: {why}; versuche es später noch einmal.',
  'oauth-answer': '{provider} hat mit etwas geantwortet, das kein Token ist; versuche es noch einmal.',
  'oauth-cancelled': 'Sie wurde abgebrochen.',
  'oauth-none': 'Für „{server}“ hat sich niemand angemeldet; melde dich zuerst an.',
  'secret-of-fleet':
    '{name} gehört der Flotte: Nichts anderes darf darauf verweisen oder es ändern. Einen anderen Namen wählen; neue Zugangsdaten kommen mit „pilothouse fleet rename“, neue Schlüssel mit „pilothouse fleet keys new“.',
  'secret-of-sign-in': '{name} bringt eine Anmeldung; melde dich für den Server an oder wähle einen anderen Namen.',
  'oauth-expired':
    'Die Anmeldung bei {provider} für „{server}“ ist vorbei und lässt sich nicht erneuern; melde dich neu an.',
};
