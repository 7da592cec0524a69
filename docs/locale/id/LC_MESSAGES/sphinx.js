// The words of Sphinx's scripts on the search page. Sphinx's own catalogue lacks some of them.
Documentation.addTranslations({
  locale: "id",
  plural_expr: "0",
  messages: {
    "Searching": "Mencari",
    "Preparing search...": "Menyiapkan pencarian ...",
    "Search Results": "Hasil pencarian",
    "Search finished, found one page matching the search query.": [
      "Pencarian selesai: ${resultCount} halaman ditemukan.",
    ],
    "Your search did not match any documents. Please make sure that all words are spelled correctly and that you've selected enough categories.":
      "Tidak ada halaman yang ditemukan. Periksa ejaan kata-kata yang dicari.",
    ", in ": ", di ",
    "Hide Search Matches": "Hapus sorotan hasil pencarian",
  },
});
