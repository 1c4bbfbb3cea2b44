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
  var dark = read('reader_darkMode');
  if (dark === 'true' || dark === 'false') root.dataset.dark = dark === 'true' ? 'on' : 'off';
  if (dark === 'true') document.body.classList.add('dark-mode');
  var theme = read('reader_theme');
  if (/^(sepia|night-blue|green|high-contrast)$/.test(theme)) {
    document.body.classList.add('theme-' + theme);
  }
  function number(key, min, max, name, divisor) {
    var value = read(key);
    if (value !== null && value !== '' && value >= min && value <= max) {
      root.style.setProperty(name, value / divisor);
    }
  }
  number('reader_fontSize', 50, 200, '--reader-size', 100);
  number('reader_lineHeight', 1, 3, '--reader-leading', 1);
  var font = read('reader_fontFamily');
  if (/^[A-Z][A-Za-z ]{2,30}$/.test(font)) {
    root.style.setProperty('--reader-font', '"' + font + '", var(--serif)');
  }
  var align = read('reader_textAlign');
  if (/^(left|justify|right|center)$/.test(align)) root.style.setProperty('--reader-align', align);
  if (read('reader_showHeader') === 'false') root.dataset.header = 'off';
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
