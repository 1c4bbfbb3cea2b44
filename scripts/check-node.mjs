// `preinstall`: an installation with a Node below package.json's `engines` ends with a sentence. npm
// only warns, and leaves out optional packages that need a later one, as sharp's. Plain JavaScript
// for any Node; the one that runs this may be the project's, npm names the one that installs.
const { npm_config_user_agent: agent = '', npm_package_engines_node: wanted = '' } = process.env;
const numbersOf = (version) => (/(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
const [major, minor] = numbersOf(/\bnode\/(\S+)/.exec(agent)?.[1] ?? process.version);
const [leastMajor, leastMinor] = numbersOf(wanted);

if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
  process.stderr.write(
    `Feuilleton s’installe avec Node ${leastMajor}.${leastMinor} ou une version plus récente, et ` +
      `celui-ci est le ${major}.${minor} : les images ne marcheraient pas. Voyez ` +
      'docs/how-to/production.md, supprimez node_modules et recommencez.\n',
  );
  process.exit(1);
}
