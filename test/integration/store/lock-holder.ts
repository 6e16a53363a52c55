// Child process: holds an exclusive lock on a database until its stdin ends.
import { Database } from '../../../electron/core/store/database.ts';

const [file = ''] = process.argv.slice(2);
const database = new Database(file);
await database.exec('BEGIN EXCLUSIVE');
process.stdout.write('locked\n');
process.stdin.resume();
await new Promise(resolve => process.stdin.once('end', resolve));
await database.exec('ROLLBACK');
await database.close();
