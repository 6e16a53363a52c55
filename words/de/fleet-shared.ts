// Why a call to a server of another hub is not carried out, in German.
import type { ShareUnable } from '../../contract/fleet.ts';
import type { FleetSharedReasons } from '../../contract/fleet-shared-reasons.ts';
import type { Words } from '../reason.ts';

const unable: Readonly<Record<ShareUnable, string>> = {
  starting: 'läuft auf Hub {hub} noch nicht; bald noch einmal versuchen, oder dort unter Server nachsehen, warum nicht',
  stopped: 'ist auf Hub {hub} angehalten; dort unter Server starten',
  failed: 'ist auf Hub {hub} ausgefallen; dort unter Server nachsehen, warum, und neu starten',
  blocked: 'kann auf Hub {hub} nicht laufen; dort unter Server nachsehen, was fehlt',
  unapproved: 'wartet auf Hub {hub} auf Freigabe; dort unter Server freigeben',
  installing: 'wird auf Hub {hub} gerade installiert; noch einmal versuchen, sobald er dort läuft',
  unauthorized: 'braucht auf Hub {hub} eine Anmeldung; dort unter Server anmelden',
  unshared: 'wird von Hub {hub} nicht mit diesem Hub geteilt; den Besitzer darum bitten',
};

export const fleetSharedWords: Words<FleetSharedReasons> = {
  'fleet-not-joined':
    'Dieser Hub ist in keiner Flotte oder erreicht sie nicht; einer beitreten oder warten, bis er wieder online ist.',
  'fleet-cut-off':
    'Die Flotte ist nicht erreichbar; es wurde nichts begonnen. Noch einmal versuchen, sobald dieser Hub online ist.',
  'fleet-busy': '{most} Aufrufe an Server anderer Hubs laufen bereits; auf Antworten warten.',
  'fleet-clients-full':
    '{most} Agenten von {whose} sind hier bekannt, und keiner macht Platz; der Besitzer dieses Hubs kann unter Agenten die widerrufen, die es nicht mehr gibt; einer, dem nichts erlaubt oder verboten wurde, macht nach einem Monat Abwesenheit Platz.',
  'fleet-agents-busy': '{most} Agenten dieses Hubs arbeiten schon mit „{share}“; warten, bis einer fertig ist.',
  'fleet-taker-busy': '{hub} führt schon {most} dieser Aufrufe aus; dieser wurde nicht begonnen, auf Antworten warten.',
  'fleet-too-large': 'Der Aufruf ist größer als 64 MB und wird nicht an einen anderen Hub geschickt; weniger schicken.',
  'fleet-nobody-takes': ({ hub }) =>
    hub === null
      ? 'Kein Hub, der „{share}“ teilt, hat den Aufruf angenommen; es wurde nichts begonnen. Noch einmal versuchen.'
      : '{hub} nimmt den Aufruf an „{share}“ nicht an; noch einmal versuchen, sobald er online ist und ihn teilt.',
  'fleet-not-in-group':
    'Das Konto lässt {hub} keine Aufrufe an die Gruppe „{share}“ annehmen, also kommen von NATS keine; andere erreichen den Server als {hub}/{share}. Soll der Hub zur Gruppe gehören, ihm die Rechte geben, die pilothouse fleet rights {hub} --serves {share}{flags} ausgibt.',
  'fleet-share-unable': ({ so, ofGroup }) =>
    `${ofGroup ? 'Kein Hub, der „{share}“ teilt, kann den Aufruf annehmen; er' : '„{share}“'} ${unable[so]}.`,
  'fleet-taker-gone':
    'Der Aufruf an „{share}“ hatte auf {hub} begonnen, der nicht mehr da ist; er wurde nicht noch einmal ausgeführt. Vor dem Wiederholen nachsehen, was er getan hat.',
  'fleet-answer-lost':
    'Der Aufruf an „{share}“ ging an {hub}, der keine Antwort darauf hat; er wurde nicht noch einmal ausgeführt. Vor dem Wiederholen nachsehen, was er getan hat.',
  'fleet-not-shared': '{hub} teilt „{share}“ nicht mit diesem Hub; die Person, der er gehört, darum bitten.',
  'fleet-tool-not-shared': '„{tool}“ von „{share}“ wird nicht geteilt; ein Tool aus der Liste nehmen.',
  'fleet-only-tools': 'Von „{share}“ werden nur einige Tools geteilt, weder Ressourcen noch Prompts noch anderes.',
  'fleet-share-only-reads': '„{share}“ wird nur zum Lesen geteilt, und „{tool}“ sagt nicht, dass es nur liest.',
  'fleet-unshared': '„{share}“ wird nicht mehr geteilt; was lief, ist beendet.',
  'fleet-share-address': 'Als fleet://HUB/NAME schreiben, oder als fleet://-/NAME für alle Hubs, die ihn teilen.',
  'fleet-share-headers': 'Ein Server eines anderen Hubs wird ohne Header aufgerufen; sie weglassen.',
  'fleet-share-loop':
    '„{server}“ ist ein Server eines anderen Hubs, der allein ihn teilt; die Person darum bitten, der er gehört.',
  'fleet-share-nobody': 'Niemand könnte „{share}“ benutzen; einen Hub oder eine Rolle nennen, die das darf.',
  'fleet-share-none': 'Als „{share}“ wird nichts geteilt; pilothouse fleet servers zeigt, was geteilt wird.',
  'fleet-share-own': '„{share}“ teilt dieser Hub selbst; jenen Server direkt benutzen.',
  'fleet-use-none': ({ hub }) =>
    hub === null
      ? 'Die Gruppe „{share}“ wird hier nicht benutzt; pilothouse fleet servers zeigt, was benutzt wird.'
      : '„{share}“ von {hub} wird hier nicht benutzt; pilothouse fleet servers zeigt, was benutzt wird.',
  'fleet-use-unknown': ({ hub, known }) =>
    [
      hub === null ? 'Kein anderer Hub teilt „{share}“' : '{hub} teilt kein „{share}“',
      known.length === 0 ? 'bisher teilt kein anderer Hub etwas.' : 'andere teilen {known}.',
    ].join('; '),
  'fleet-tools-unknown': '{server} hat kein Tool {tools}; es gibt dort {known}.',

  'fleet-share-set': ({ hubs, roles, tools, readOnly }) =>
    [
      '{server} als „{share}“ teilen',
      hubs.length > 0 && 'mit {hubs}',
      roles.length > 0 && `${hubs.length > 0 ? 'und ' : ''}mit den Rollen {roles}`,
      tools.length > 0 && 'nur mit den Tools {tools}',
      readOnly && 'nur zum Lesen',
    ]
      .filter(Boolean)
      .join(' '),
  'fleet-share-ended': '„{share}“ nicht mehr teilen',
  'fleet-share-used': ({ hub }) => (hub === null ? 'die Gruppe „{share}“ benutzen' : '„{share}“ von {hub} benutzen'),
  'fleet-share-unused': ({ hub }) =>
    hub === null ? 'die Gruppe „{share}“ nicht mehr benutzen' : '„{share}“ von {hub} nicht mehr benutzen',
};
