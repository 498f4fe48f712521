"""Words that generated values are taken from."""

CITIES = (
    "Oslo", "Lisbon", "Kyoto", "Toronto", "Nairobi", "Berlin", "Lima", "Sydney", "Chicago", "Prague",
    "Dublin", "Seoul", "Madrid", "Helsinki", "Boston", "Vienna", "Tokyo", "Paris", "London", "Rome",
)  # fmt: skip
COUNTRIES = (
    "Norway", "Portugal", "Japan", "Canada", "Kenya", "Germany", "Peru", "Australia", "Ireland", "Finland",
    "Spain", "Austria", "France", "Italy", "Brazil", "India",
)  # fmt: skip
COUNTRY_CODES = ("NO", "PT", "JP", "CA", "KE", "DE", "PE", "AU", "IE", "FI", "ES", "AT", "FR", "IT", "BR", "US")
STATES = ("California", "Ontario", "Bavaria", "Victoria", "Texas", "Oregon", "Catalonia", "Tuscany")
FIRST_NAMES = (
    "Ada", "Ben", "Clara", "David", "Elena", "Felix", "Grace", "Hugo", "Ines", "Jonas",
    "Karin", "Leo", "Maria", "Noah", "Olga", "Paul", "Rosa", "Simon", "Tessa", "Victor",
)  # fmt: skip
LAST_NAMES = (
    "Anders", "Baker", "Costa", "Dahl", "Evans", "Fischer", "Garcia", "Hansen", "Ito", "Jensen",
    "Keller", "Lopez", "Meyer", "Novak", "Olsen", "Patel", "Rossi", "Silva", "Turner", "Weber",
)  # fmt: skip
COMPANIES = ("Northwind Labs", "Harbor & Sons", "Bluebird Systems", "Cedar Works", "Lumen Foods", "Atlas Freight")
TICKERS = ("ACME", "NWND", "BLUB", "LUMN", "ATLF")
STREETS = ("Harbor Street", "Mill Lane", "Station Road", "Park Avenue", "Church Street", "Garden Way")
PRODUCTS = ("Desk Lamp", "Walking Shoes", "Coffee Grinder", "Wool Blanket", "Travel Mug", "Field Notebook")
JOBS = ("engineer", "teacher", "designer", "nurse", "analyst", "carpenter", "editor", "manager")
COLORS = ("red", "blue", "green", "yellow", "black", "white", "orange", "purple")
STATUSES = ("active", "pending", "completed", "open", "closed")
CURRENCIES = ("USD", "EUR", "GBP", "JPY", "CHF", "CAD")
LANGUAGES = ("en", "de", "fr", "es", "pt", "ja")
LANGUAGE_NAMES = ("English", "German", "French", "Spanish", "Portuguese", "Japanese")
TIME_ZONES = ("UTC", "Europe/Oslo", "America/New_York", "Asia/Tokyo", "Europe/Berlin")
UNITS = ("celsius", "meters", "kilograms", "hours", "pieces")
CATEGORIES = ("travel", "food", "science", "music", "sports", "finance", "health", "books")
DOMAINS = ("example.com", "example.org", "example.net")
FILES = ("report.txt", "notes.md", "data.csv", "summary.json", "photo.png")
MIME_TYPES = ("text/plain", "application/json", "image/png", "text/csv")
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
TITLES = (
    "A Quiet Morning", "Notes from the Harbor", "The Long Way Home", "Plans for Spring",
    "First Results", "A Short Guide", "The Open Door", "Weekly Overview",
)  # fmt: skip
SENTENCES = (
    "It arrives on time and works as expected.",
    "The plan is simple and easy to follow.",
    "A short walk along the river takes an hour.",
    "Everything is ready for the next step.",
    "The result is clear and needs no change.",
    "Two small details remain to be checked.",
    "The team meets again on Tuesday.",
    "This choice saves time and keeps costs low.",
    "The weather stays mild until the evening.",
    "Most people find it useful after a few days.",
)
WORDS = (
    "amber", "bridge", "candle", "delta", "ember", "forest", "garden", "harbor", "island", "juniper",
    "kettle", "lantern", "meadow", "north", "orchard", "pebble", "quartz", "river", "summit", "timber",
    "umbra", "valley", "willow", "yarrow", "zephyr", "sun", "oak", "sea", "fox", "map",
)  # fmt: skip
STARTS = (
    "I", "The", "A", "An", "What", "Where", "When", "Who", "How", "Why", "Which", "Is", "Are", "Do", "Does", "Did",
    "Can", "Could", "Would", "Should", "Will", "Please", "Give", "Get", "Find", "Tell", "Show", "Make", "Write",
    "List", "Book", "Send", "Create", "Add", "Set", "Call", "Use", "Return", "Extract", "Generate", "Answer", "My",
    "Our", "Your", "His", "Her", "Their", "This", "That", "These", "Those", "It", "He", "She", "We", "They", "You",
    "In", "On", "At", "For", "From", "To", "And", "But", "Or", "If", "As", "With", "JSON", "API", "URL", "ID", "OK",
    "Hello", "Hi", "Hey", "Thanks", "Yes", "No", "Let", "There", "Here", "Name", "Search", "Look", "Check",
    "Schedule", "Convert", "Translate", "Summarize", "Describe", "Explain", "Plan", "Order", "Buy", "Sell", "Update",
    "Delete", "Remove", "Remind", "Email",
    "Invite", "Ask", "Meet", "Contact", "Compare", "Draft", "Register", "Assign", "Notify", "Solve",
    "Question", "Review",
)  # fmt: skip
"""Words that sentences and requests begin with."""
