// Behind a link that works once: keeps what lets this browser speak with the program, and goes on to the page. Cookies are sent
// to every port of this machine; what is kept here is not.
localStorage.setItem('assent-key', document.querySelector('meta[name=assent-key]').content);
location.replace('/');
