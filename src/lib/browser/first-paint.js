// Runs before anything is drawn: what this browser stored decides how the page looks.
// Plain JavaScript, inlined; its hash stands in the Content-Security-Policy.
(function () {
  function read(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }
  var root = document.documentElement;
  // Is somebody signed in, as far as the token tells (auth-token.ts has the same rule)? One that is
  // over or unreadable is removed. Other tabs sign in and out too, and pages come back as they were.
  function session() {
    var token = read('auth_token');
    var end;
    try {
      end = JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/'))).exp;
    } catch {
      // Not a token: `end` stays without a value.
    }
    if (typeof end === 'number' && end * 1000 > Date.now()) {
      root.dataset.session = 'on';
      return;
    }
    if (token === null) delete root.dataset.session;
    else {
      root.dataset.session = typeof end === 'number' ? 'over' : 'lost';
      localStorage.removeItem('auth_token');
      localStorage.removeItem('session_summary');
    }
  }
  session();
  addEventListener('storage', session);
  addEventListener('pageshow', function (event) {
    if (event.persisted) session();
  });
  if (root.dataset.session === 'on' && /"bookmarkCount":[1-9]/.test(read('session_summary'))) {
    root.dataset.bookmarks = '';
  }
  // The reader's preferences (src/lib/shared/reader-preferences.ts has the same rules). What is not
  // one of the values that may be stored counts for nothing.
  function among(key, values) {
    var value = read('reader_' + key);
    return RegExp('^(' + values + ')$').test(value) && value;
  }
  function set(name, value) {
    if (value) root.style.setProperty('--reader-' + name, value);
  }
  var dark = among('darkMode', 'true|false');
  if (dark) root.dataset.dark = dark === 'true' ? 'on' : 'off';
  if (dark === 'true') document.body.classList.add('dark-mode');
  var theme = among('theme', 'sepia|night-blue|green|high-contrast');
  if (theme) document.body.classList.add('theme-' + theme);
  set('size', among('fontSize', '([5-9]|1\\d)0|200') / 100);
  set('leading', among('lineHeight', '[12](\\.\\d)?|3(\\.0)?'));
  set('align', among('textAlign', 'left|justify|right|center'));
  if (read('reader_showHeader') === 'false') root.dataset.header = 'off';
  var font = among(
    'fontFamily',
    'Georgia|Times New Roman|Arial|Verdana|Segoe UI|Roboto|Open Sans|Lato|Montserrat|' +
      'Merriweather|Playfair Display|Courier New|Consolas',
  );
  if (font) {
    // Told apart by how they begin.
    var hasSerifs = /^([GPT]|Me)/.test(font);
    var fallback = /^C/.test(font) ? 'monospace' : hasSerifs ? 'var(--serif)' : 'var(--sans)';
    set('font', '"' + font + '", ' + fallback);
    // Those that we serve. None is fetched before there is text to draw with it.
    if (/^[LMOPR]/.test(font)) {
      ['normal', 'italic', 'bold'].forEach(function (face) {
        var file = font.replace(' ', '') + '-' + face + '.woff2';
        document.fonts.add(
          new FontFace(font, 'url(' + __FONTS__ + file + ')', {
            display: 'fallback',
            [face === 'bold' ? 'weight' : 'style']: face,
          }),
        );
      });
    }
  }
  // Whether the consent banner shows (src/lib/shared/consent.ts has the same rule).
  root.dataset.consent = 'ask';
  try {
    var consent = JSON.parse(read('cookieConsent'));
    if (
      consent.necessary === true &&
      typeof consent.analytics === 'boolean' &&
      typeof consent.preferences === 'boolean' &&
      typeof consent.marketing === 'boolean' &&
      typeof consent.accepted === 'string' &&
      /^\d{4}-\d\d-\d\d/.test(consent.accepted) &&
      Date.parse(consent.accepted) > 0
    ) {
      root.dataset.consent = 'given';
    }
  } catch {
    // Nothing is stored, or it is broken.
  }
})();
