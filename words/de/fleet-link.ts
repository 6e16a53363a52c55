// Why a hub does not come into its fleet, in German.
import type { FleetLinkReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

const credentialForms: Readonly<Record<FleetLinkReasons['fleet-credential-form']['form'], string>> = {
  creds: 'Das Angegebene ist keine .creds-Datei von NATS; die nehmen, die nsc für diesen Benutzer geschrieben hat.',
  nkey: 'Das Angegebene ist kein Seed eines nkeys für Benutzer, der mit SU beginnt; pilothouse fleet nkey legt einen an.',
  'nkey-as-creds':
    'Das Angegebene ist der Seed eines nkeys und keine .creds-Datei; als nkey angeben (--nkey, oder "nkey" in einer Einrichtungsdatei).',
  'creds-as-nkey':
    'Das Angegebene ist eine .creds-Datei und kein Seed eines nkeys; als solche angeben (--creds, oder "creds" in einer Einrichtungsdatei).',
};

export const fleetLinkWords: Words<FleetLinkReasons> = {
  'fleet-address-other': '{found} ist keine Adresse eines NATS-Servers; so schreiben: tls://nats.example:4222.',
  'fleet-address-users':
    'Die Adressen {address} nennen verschiedene Benutzer oder Passwörter; ein Hub zeigt jedem Server seiner Flotte dieselben, also nur einen nennen.',
  'fleet-plaintext':
    '{address} würde ohne TLS erreicht, und andere könnten mitlesen; tls:// schreiben oder das ausdrücklich erlauben (--allow-plaintext).',
  'fleet-no-host': 'Kein Rechner heißt {host}; Adresse und Namensserver prüfen.',
  'fleet-connection-refused': 'An {address} antwortet nichts; Adresse prüfen, und ob der NATS-Server läuft.',
  'fleet-silent': '{address} hat nicht rechtzeitig geantwortet; Adresse und Netz prüfen.',
  'fleet-unreachable': '{address} ist nicht zu erreichen: {why}',
  'fleet-server-refuses':
    'JetStream an {address} tut nicht, was dieser Hub braucht ({why}); wer den Server betreibt, muss danach sehen.',
  'fleet-no-tls': '{address} spricht kein TLS, wie NATS-Server es tun; Port und TLS-Einstellungen des Servers prüfen.',
  'fleet-certificate':
    'Dem Zertifikat von {address} wird nicht vertraut ({why}); die Datei der Stelle angeben, die es ausgestellt hat.',
  'fleet-ca-unreadable': 'Die Zertifikate in {file} sind nicht zu lesen ({why}); eine lesbare Datei in PEM angeben.',
  'fleet-credential-form': ({ form }) => credentialForms[form],
  'fleet-credential-wrong':
    '{address} nimmt diese Zugangsdaten nicht an oder lässt niemanden ohne welche herein; sie bei denen erfragen, die die Flotte betreiben (--creds, --nkey, --user oder --token-stdin).',
  'fleet-credential-ended':
    '{address} nimmt die Zugangsdaten dieses Hubs nicht mehr an: Sie wurden widerrufen, geändert oder sind abgelaufen. Mit neuen noch einmal beitreten.',
  'fleet-credential-lost': 'Das Geheimnis {secret} fehlt; der Flotte mit ihren Zugangsdaten noch einmal beitreten.',
  'fleet-no-jetstream': '{address} bietet diesem Konto kein JetStream; es muss dort eingeschaltet werden.',
  'fleet-no-buckets':
    'Die Flotte ist an {address} nicht eingerichtet: Es fehlen {missing}. pilothouse fleet init mit Zugangsdaten ausführen, die sie anlegen dürfen.',
  'fleet-no-room':
    'Der NATS-Server hat keinen Platz für den Stream {stream}, der {asked} Bytes fassen soll. pilothouse fleet init mit einem kleineren {option} ausführen oder dort mehr erlauben lassen: max_file_store jedes Servers, max_file des Kontos.',
  'fleet-not-allowed':
    'Das Konto lässt diesen Hub {subject} nicht benutzen; ihm die Rechte geben, die pilothouse fleet rights {hub}{flags} ausgibt.',
  'fleet-not-administrator':
    'Das Konto lässt {subject} mit diesen Zugangsdaten nicht benutzen, und kein Hub soll die Rechte dafür haben; die Zugangsdaten derer verwenden, die die Flotte eingerichtet haben, also eines Benutzers des Kontos mit ihren Streams.',
  'fleet-clock': ({ how }) =>
    `Die Uhr dieses Rechners geht gegenüber der des NATS-Servers {seconds} s ${how === 'ahead' ? 'vor' : 'nach'}; sie richtig stellen.`,
  'fleet-name-taken':
    'Ein anderer Hub dieser Flotte heißt {hub} (Version {version}); einen anderen Namen wählen, beim Beitritt mit --name und danach mit pilothouse fleet rename, oder, wenn es ihn nicht mehr gibt, den Namen mit pilothouse fleet free {hub} freigeben lassen.',
  'fleet-name-here':
    '{hub} ist in der Flotte (Version {version}), also wird der Name nicht freigegeben. Wenn er gerade erst geendet hat, es in 15 s noch einmal versuchen; sonst ihn mit pilothouse fleet leave austreten lassen oder ihm am NATS-Server den Benutzer nehmen.',
  'fleet-twin':
    'Ein anderer Hub mit einer Kopie dieses Datenverzeichnisses ist als {hub} in der Flotte; diesen mit pilothouse fleet rename zu einem eigenen Hub machen.',
  'fleet-another':
    '{address} führt zu einer anderen Flotte ({found}) als der, in der dieser Hub ist ({own}), also erfährt man dort nichts von ihm. Um in jene zu wechseln, die eigene mit pilothouse fleet leave verlassen und neu beitreten; sonst die Adresse zur eigenen führen lassen. Wenn es die eigene ist, deren Buckets neu angelegt sind, sie mit pilothouse fleet init --fleet-id {own} kennzeichnen lassen.',
  'fleet-server-lost': 'Die Verbindung zu {address} ist verloren; sie wird wieder versucht.',
  'fleet-part-failed': 'Ein Teil der Flotte arbeitet nicht, {part}: {why}',
  'fleet-hub-unread':
    'Was {hub} von sich sagt, ist hier nicht zu lesen, also wird er nicht gezeigt: Auf ihm läuft Pilothouse {version}. Den älteren von beiden aktualisieren.',
  'fleet-signer-key':
    'Der Schlüssel von {signer} ist kein öffentlicher Ed25519-Schlüssel in PEM oder Base64; den nehmen, den pilothouse fleet keys new ausgegeben hat, oder ihn mit openssl pkey -pubout aus dem privaten machen.',
  'fleet-unreadable':
    'Was hier von der Flotte aufbewahrt ist, ist nicht zu lesen; dieser Hub bleibt ihr fern, und ihre Richtlinie gilt weiter. Sie mit pilothouse fleet leave verlassen und noch einmal beitreten.',
  'fleet-none': 'Dieser Hub ist in keiner Flotte; mit pilothouse fleet join einer beitreten.',
  'fleet-not-online': ({ so }) =>
    so === 'joining'
      ? 'Dieser Hub tritt seiner Flotte gerade erst bei; dort wurde nichts erfragt, gleich noch einmal versuchen.'
      : `${so === 'offline' ? 'Dieser Hub erreicht seine Flotte jetzt nicht' : 'Die Flotte lässt diesen Hub jetzt nicht herein'}; dort wurde nichts erfragt oder geändert, pilothouse fleet status sagt den Grund.`,
  'fleet-in-one': 'Dieser Hub ist schon in der Flotte an {address}; sie erst verlassen.',

  'fleet-joined': ({ roles }) =>
    `Beitritt zur Flotte an {address} als {hub}${roles.length === 0 ? '' : ', mit den Rollen {roles}'}`,
  'fleet-left': ({ entries, shares, rules, clients }) =>
    `Austritt aus der Flotte, deren Richtlinie dann hier nicht mehr gilt${entries > 0 ? ` und die {entries} ${entries === 1 ? 'Eintrag des Audits' : 'Einträge des Audits'} nicht mehr ${entries === 1 ? 'erreicht' : 'erreichen'}` : ''}${shares + rules + clients > 0 ? '; damit enden geteilte Server ({shares}), Freigaben für andere Hubs ({rules}) und was hier über deren Agenten bekannt ist ({clients})' : ''}`,
  'fleet-renamed':
    'Name {hub} in der Flotte, in der Rollen, geteilte Server und Freigaben für den bisherigen dann nicht mehr gelten',
  'fleet-shown': ({ shown }) =>
    shown.length === 0 ? 'der Flotte nichts von diesem Hub zeigen' : 'der Flotte {shown} dieses Hubs zeigen',
};
