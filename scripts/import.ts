/** `npm run import -- FILE…`: brings books in. `--help` lists the options. */
import { importBooks } from './import/import-books.ts';
import { failureSentence } from './failure-sentence.ts';
import { parseImportArguments, usage } from './import/arguments.ts';

const parsed = parseImportArguments(process.argv.slice(2));
if (parsed.kind === 'help') {
  console.log(usage);
} else if (parsed.kind === 'wrong') {
  console.error(parsed.message);
  process.exitCode = 1;
} else {
  try {
    process.exitCode = await importBooks(parsed.files, parsed.options);
  } catch (error) {
    console.error(failureSentence(error));
    // An open connection must not keep a failed command alive.
    process.exit(1);
  }
}
