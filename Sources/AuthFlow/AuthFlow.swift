// AuthFlow
